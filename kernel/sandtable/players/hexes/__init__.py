"""What the staffs of hex games share: a picture of the front, planned marches, planned attacks."""

from .staff import HexStaff

__all__ = ["HexStaff"]
