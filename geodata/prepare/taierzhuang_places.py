"""What `taierzhuang.py` draws: hexes and hexsides of the reconstructed board, places, roads and words."""

from __future__ import annotations

CITY = (
    "1007 1008 1009 1107 1108 1109 1110 1207 1208 1209 1210 1308 1309 1310 1407 1408 1409 1410"
    " 1508 1509 1510 1511 1608 1609 1610 1611"
)
CENTRE = "1108 1109 1208 1209 1309 1408 1409 1509 1510"
LONGHAI = "0419 0519 0618 0719 0818 0919 1018 1119 1218 1319 1418 1519 1619 1719 1819 1919 2019 2120"
BRANCH = (
    "0601 0602 0603 0604 0605 0606 0607 0608 0709 0710 0711 0712 0713 0813 0914 1014 1115 1116 1216 1217 1218"
)
CANAL = (
    "0111/0112 0112/0211 0211/0212 0211/0312 0311/0312 0312/0411 0411/0412 0411/0512 0511/0512 0512/0611"
    " 0611/0612 0611/0712 0711/0712 0711/0811 0810/0811 0810/0911 0910/0911 0910/1010 1009/1010 1010/1110"
    " 1110/1111 1111/1210 1210/1211 1210/1311 1310/1311 1311/1410 1410/1411 1411/1511 1511/1512 1512/1611"
    " 1611/1612 1612/1712 1712/1713 1713/1812 1812/1813 1813/1913 1913/1914 1914/2013 2013/2014 2014/2114"
    " 2114/2115 2115/2214 2214/2215"
)
JAPANESE_ROWS = (5, 4, 5, 4, 5, 4, 5, 4, 5, 5, 5, 5, 5, 5, 6, 6, 7, 7, 8, 8, 9, 9)
"""By column: the last hex north of the front line."""

GATES = {
    "north gate": ("1206/1207", "Beimen", "北门"),
    "northwest gate": ("1006/1107", "Xibeimen", "西北门"),
    "west gate": ("0909/1008", "Ximen", "西门"),
    "south gate": ("1310/1311", "Nanmen", "南门"),
    "southeast gate": ("1511/1512", "Dongnanmen", "东南门"),
    "east gate": ("1609/1709", "Dongmen", "东门"),
}
BRIDGES = (
    ("railway bridge", "0711/0712", "Tielu Qiao", "铁路桥"),
    ("south gate bridge", "1310/1311", "Nanmen Fuqiao", "南门浮桥"),
)

RAILWAYS = (
    (
        "Long-Hai railway",
        "Longhai Tielu",
        "陇海铁路",
        LONGHAI,
        ((117.682, 34.5055), (117.6945, 34.5140), (117.6979, 34.5165)),
        ((117.7680, 34.5130), (117.778, 34.5060)),
        "0419, 1218, 2120 stated, the rest interpolated",
    ),
    (
        "Lincheng-Zaozhuang-Taierzhuang branch",
        "Lin-Zao-Tai Zhixian",
        "临枣台支线",
        BRANCH,
        ((117.688, 34.70), (117.690, 34.665), (117.698, 34.625), (117.7045, 34.600)),
        (),
        "branch past both stations",
    ),
)

STREAMS = (
    (
        "Taogou River",
        "Taogou He",
        "陶沟河",
        (
            (117.786, 34.62),
            (117.783, 34.602),
            (117.7795, 34.588),
            (117.7815, 34.574),
            (117.7765, 34.561),
            (117.7785, 34.546),
            (117.7745, 34.5325),
        ),
    ),
    (
        "Xiaoji River",
        "Xiaoji He",
        "小季河",
        (
            (117.642, 34.592),
            (117.658, 34.584),
            (117.671, 34.577),
            (117.6795, 34.568),
            (117.6875, 34.5625),
            (117.6905, 34.5555),
            (117.6985, 34.5515),
            (117.7018, 34.5479),
        ),
    ),
)

ROADS = (
    ("Yixian road", "north-gate 1206 1104 1003 0902 0801", ((117.7105, 34.592), (117.706, 34.61))),
    ("Lanling road", "1206 1306 1405 1504 1603 1702 1801", ((117.7535, 34.594), (117.757, 34.61))),
    ("Liujiahu lane", "1603 1703 1902", ((117.760, 34.592), (117.765, 34.61))),
    (
        "Chahe road",
        "east-gate 1809 1910 2011 2112 2213",
        ((117.7745, 34.5405), (117.79, 34.538), (117.83, 34.536)),
    ),
    ("Shaozhuang lane", "1809 1807 1805 1704 1603", ()),
    (
        "Hanzhuang road",
        "west-gate 0809 0709 0508 0310 0110",
        ((117.678, 34.556), (117.662, 34.565), (117.63, 34.577)),
    ),
    (
        "North-west road",
        "northwest-gate 1005 0904 0704 0603 0503 0302",
        ((117.684, 34.589), (117.67, 34.598)),
    ),
    ("Peizhuang lane", "0709 0607 0506 0405 0307 0207", ((117.681, 34.5665), (117.667, 34.569))),
    ("Pontoon road", "south-gate 1312 1314 1415 1516 1517", ((117.7385, 34.51), (117.74, 34.49))),
    ("South bank road", "1314 1113 0913 0713 0514 0414 0316 0216", ((117.681, 34.527), (117.665, 34.520))),
    ("Huanglin road", "1314 1514 1714 1815 1915 2116", ((117.772, 34.527), (117.786, 34.517))),
    ("Canal lane", "2112 2114", ()),
    ("Hamlet lane", "0713 0615 0617", ((117.706, 34.51),)),
    ("Southern lane", "0913 1015 1016", ((117.7215, 34.51),)),
    ("Eastern lane", "1815 1816 1917", ((117.755, 34.51),)),
)
STREETS = (
    "west-gate 1109 1209 1309 1409 1509 east-gate",
    "north-gate 1207 1308 1309 1310 south-gate",
    "northwest-gate 1107 1108 1109 1110",
    "1108 1208 1308 1408 1508 1608",
    "southeast-gate 1511 1510 1509 1508",
    "1009 1110 1210 1310 1410 1510 1610",
)

_STATED = "example BOT-EX-1; hanzi by the sound of the name"
_TOLD = "reconstructed: name from a narrative account of the fighting, hex guessed"
_HEARD = "reconstructed: name from memory, hex guessed"
_PAPER = "reconstructed: south-east of the town by the canal in a newspaper account, hex guessed"
_STATION = "reconstructed: at the distance from the town that a local history gives"
_NAMELESS = "reconstructed: hamlet guessed, name unknown"

VILLAGES = (
    *(
        (space, name, name, hanzi, name, "houses", source)
        for space, name, hanzi, source in (
            ("0801", "Nanluo", "南洛", _TOLD),
            ("0704", "Banqiao", "板桥", _HEARD),
            ("0503", "Pengcun", "彭村", _TOLD),
            ("1104", "Sunzhuang", "孙庄", _HEARD),
            ("1603", "Mengzhuang", "孟庄", _HEARD),
            ("1902", "Liujiahu", "刘家湖", _TOLD),
            ("1405", "Yuanshang", "园上", _TOLD),
            ("1805", "Shaozhuang", "邵庄", _TOLD),
            ("1005", "Sanlizhuang", "三里庄", _TOLD),
            ("0405", "Peizhuang", "裴庄", _TOLD),
            ("0310", "Fankou", "范口", _HEARD),
            ("0414", "Wanzhuang", "万庄", _STATED),
            ("1314", "Wanhuaishu", "湾槐树", _HEARD),
            ("2114", "Huanglinzhuang", "黄林庄", _PAPER),
        )
    ),
    ("0709", "North Station", "Beizhan", "北站", "Beizhan (North Station)", "station", _STATION),
    ("0713", "South Station", "Nanzhan", "南站", "Nanzhan (South Station)", "station", _STATION),
    *(
        (space, "", "", "", "", "houses", _NAMELESS)
        for space in ("0207", "0216", "0617", "1016", "1516", "1815", "1917", "2116", "1910", "2011")
    ),
)
PLACES = (
    (
        "Taierzhuang",
        "Taierzhuang",
        "台儿庄",
        1,
        "none",
        "1309",
        (117.7308, 34.5573),
        "real place, an encyclopaedia article on the battle",
    ),
)

NAMES = (
    (
        "Grand Canal",
        "大运河",
        "river",
        7.6,
        0.2,
        "map",
        ((117.6875, 34.5446), (117.6943, 34.5446), (117.7018, 34.5440), (117.7065, 34.5444)),
    ),
    (
        "Grand Canal",
        "大运河",
        "river",
        7.6,
        0.2,
        "map",
        ((117.7515, 34.5395), (117.7560, 34.5368), (117.7630, 34.5335), (117.769, 34.5310)),
    ),
    (
        "Taogou River",
        "陶沟河",
        "river",
        5.2,
        0.18,
        "map",
        ((117.7783, 34.588), (117.7799, 34.576), (117.7762, 34.564)),
    ),
    (
        "Xiaoji River",
        "小季河",
        "river",
        5.2,
        0.18,
        "map",
        ((117.6655, 34.5815), (117.6745, 34.5765), (117.683, 34.5685)),
    ),
    ("Long-Hai railway", "陇海铁路", "railway", 6.2, 0.12, "map", ((117.7105, 34.5178), (117.7285, 34.5178))),
    ("to Zaozhuang", "枣庄", "railway", 5.2, 0.06, "map", ((117.7066, 34.5858), (117.7066, 34.5926))),
    (
        "Front line, 24 March",
        "",
        "fort",
        6.2,
        0.12,
        "map",
        ((117.752, 34.5632), (117.7575, 34.5605), (117.763, 34.5565)),
    ),
    ("to Hsüchow", "徐州", "railway", 5.2, 0.06, "map", ((117.6860, 34.5114), (117.6938, 34.5160))),
    ("to Haichow", "海州", "railway", 5.2, 0.06, "map", ((117.7665, 34.5163), (117.7735, 34.5112))),
)
