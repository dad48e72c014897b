"""Speed, measured side by side with other libraries in one run; `make bench` prints it."""
