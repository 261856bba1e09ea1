import sys

print(sys.argv[2].upper() if sys.argv[1] == "--loud" else sys.argv[2])
