#!/usr/bin/env python3
"""Damages files and asks NumPy and SciPy what they make of each: writes npy.txt and mtx.txt beside this script.

A line has the file that is damaged, what is done to it, and the verdict: "-" if the library refuses the result, else the
CRC-32 of what it reads. Damage: s123:41 sets byte 123, i123:4142 inserts bytes there, d123:4 deletes four, t123 cuts there;
positions are those after what stands before, bytes are hexadecimal. DamageTest does the same to the same files.
"""
import os
import random
import select
import struct
import subprocess
import sys
import tempfile
import warnings
import zlib

import numpy
import scipy.io
import scipy.io._fast_matrix_market

SEED = 28
COUNT = 2000
HERE = os.path.dirname(os.path.abspath(__file__))
NPY = os.path.join(HERE, "..", "npy")
TYPES = {"i4": "int32", "i8": "int64", "f4": "float32", "f8": "float64"}

NPY_FILES = ["int32-v1.npy", "int64-v2-big-endian.npy", "float32-v3.npy", "float64-big-endian.npy", "float64-fortran.npy",
             "float32-fortran-big-endian.npy", "float64-c.npy", "scalar.npy", "empty.npy"]
NPY_WORDS = ["0", "00", "1", "9", "L", "-", "+", "_", ".", ",", "(", ")", "'", '"', "{", "}", ":", " ", "\n", "\t", "#", "\0", "\\",
             "True", "False", "'shape'", "'descr'", "<i4", ">i4", "|i4", "=f8", "<f8", "<f4", "i8", "(2,3)", "(1,)", "0x",
             "4294967296", "9223372036854775807", "99999999999999999999"]
NPY_RAW = [bytes([b]) for b in (0, 1, 2, 3, 4, 0x0a, 0x7f, 0x80, 0xc3, 0xff)] + ["\u0663".encode(), "\uff13".encode()]

MTX_FILES = ["real.mtx", "integer.mtx", "pattern.mtx", "symmetric.mtx"]
MTX_WORDS = ["0", "00", "1", "2", "5", "9", "-", "+", ".", "e", "E", "e5", "e-5", "e400", "1e308", " ", "\t", "\n", "\n\n", "\r", "\f",
             "%", "%%", "\n% c\n", "x", "nan", "inf", "0x1", "1.", ".5", ",", ";", "1 1 1\n", "2 1\n", "9007199254740993",
             "9223372036854775807", "9223372036854775808", "99999999999999999999", "2147483647", "real", "integer", "pattern",
             "general", "symmetric", "skew-symmetric", "complex", "array", "coordinate", "matrix"]
MTX_RAW = [bytes([b]) for b in (0, 0x0b, 0x0d, 0x1a, 0x1c, 0x7f, 0x80, 0xa0, 0xff)]


def damage(data, words, raw, front, rng):
    """One to three changes, most in the first bytes; a list of their names, and the result."""
    names = []
    data = bytearray(data)
    for _ in range(rng.choice([1, 1, 1, 1, 1, 2, 2, 3])):
        end = len(data) if rng.random() < 0.35 else min(len(data), front)
        at = rng.randrange(end + 1)
        kind = rng.random()
        if kind < 0.3 and at < len(data):
            digit = ord("0") + rng.randrange(10)
            value = rng.choice([rng.randrange(256), data[at] ^ 1 << rng.randrange(8), digit, digit, digit])
            data[at] = value
            names.append("s%d:%02x" % (at, value))
        elif kind < 0.45:
            gone = min(len(data) - at, rng.choice([1, 1, 1, 2, 4, 9]))
            del data[at:at + gone]
            names.append("d%d:%d" % (at, gone))
        elif kind < 0.5:
            del data[at:]
            names.append("t%d" % at)
        else:
            text = rng.choice(raw) if rng.random() < 0.15 else rng.choice(words).encode()
            if rng.random() < 0.6:  # in the place of as many bytes
                del data[at:at + len(text)]
                names.append("d%d:%d" % (at, len(text)))
            data[at:at] = text
            names.append("i%d:%s" % (at, text.hex()))
    return names, bytes(data)


def fit(data, rng):
    """Makes the length of the header right again, so that what is in it counts."""
    if len(data) < 12 or data[:6] != b"\x93NUMPY" or rng.random() < 0.1:
        return [], data
    end = data.find(b"}")
    end = data.find(b"\n", end) + 1 if end >= 0 else -1
    size = 2 if data[6] == 1 else 4
    length = end - 8 - size
    if end <= 0 or length < 0 or size == 2 and length > 0xffff:
        return [], data
    wanted = struct.pack("<I", length)[:size]
    names = ["s%d:%02x" % (8 + i, b) for i, b in enumerate(wanted) if data[8 + i] != b]
    return names, data[:8] + wanted + data[8 + size:]


def npy_verdict(file):
    try:
        array = numpy.load(file)
        if not isinstance(array, numpy.ndarray):
            return "-"
    except Exception:  # whatever NumPy raises, it has not read it
        return "-"
    kind = array.dtype.str[1:]
    label = TYPES.get(kind, kind)
    order = "(" + ", ".join(map(str, array.shape)) + (",)" if array.ndim == 1 else ")")
    values = array.tobytes() if kind not in TYPES else array.astype("<" + kind).tobytes()
    return "%08x" % zlib.crc32((label + order).encode() + values)


def mtx_verdict(file):
    try:
        if not scipy.io.mminfo(file)[3] == "coordinate":
            return "-"
        matrix = scipy.io.mmread(file, spmatrix=False)
    except Exception:
        return "-"
    if matrix.shape[0] != matrix.shape[1] or matrix.dtype.kind == "c":
        return "?"  # read, but not what Temoto is for
    try:
        bits = matrix.data.astype("<f8").view("<i8")
        triples = sorted(zip(matrix.row.tolist(), matrix.col.tolist(), bits.tolist()))
    except Exception:
        return "-"
    text = b"".join(struct.pack("<iiq", *triple) for triple in triples)
    return "%08x" % zlib.crc32(struct.pack("<q", matrix.shape[0]) + text)


class Reader:
    """A process that reads files: SciPy's reader ends with a signal on some, and on others not at all."""

    def __init__(self, name):
        self.name = name
        self.process = None

    def verdict(self, file):
        if self.process is None:
            self.process = subprocess.Popen([sys.executable, __file__, self.name], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.process.stdin.write((file + "\n").encode())
        self.process.stdin.flush()
        ready, _, _ = select.select([self.process.stdout], [], [], 10)
        answer = self.process.stdout.readline().decode().strip() if ready else ""
        if not answer:
            self.process.kill()
            self.process = None
        return answer or "-"


def make(name, files, folder, words, raw, front):
    rng = random.Random(SEED)
    reader = Reader(name)
    lines = ["# seed %d, NumPy %s, SciPy %s; made by make.py" % (SEED, numpy.__version__, scipy.__version__)]
    with tempfile.TemporaryDirectory() as scratch:
        scratch = os.path.join(scratch, name)
        while len(lines) <= COUNT:
            source = rng.choice(files)
            with open(os.path.join(folder, source), "rb") as f:
                names, data = damage(f.read(), words, raw, front, rng)
            if name == "npy":
                more, data = fit(data, rng)
                names += more
            with open(scratch, "wb") as f:
                f.write(data)
            lines.append("%s %s %s" % (source, ",".join(names), reader.verdict(scratch)))
    with open(os.path.join(HERE, name + ".txt"), "w") as f:
        f.write("\n".join(lines) + "\n")
    verdicts = [line.split()[2] for line in lines[1:]]
    print(name, len(verdicts), "of which refused:", verdicts.count("-"), file=sys.stderr)


if __name__ == "__main__":
    warnings.simplefilter("ignore")
    scipy.io._fast_matrix_market.PARALLELISM = 1
    if len(sys.argv) > 1:
        for line in sys.stdin:
            print(npy_verdict(line.strip()) if sys.argv[1] == "npy" else mtx_verdict(line.strip()), flush=True)
        sys.exit()
    make("npy", NPY_FILES, NPY, NPY_WORDS, NPY_RAW, 140)
    make("mtx", MTX_FILES, HERE, MTX_WORDS, MTX_RAW, 200)
