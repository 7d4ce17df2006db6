"""Golden files: floors and outputs written by released programs, which every later program must read the same way."""
