"""Golden files: floors and outputs as released programs wrote them, which every later program must read alike."""
