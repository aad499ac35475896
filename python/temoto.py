"""Jobs of Temoto from Python: sorts, matrix products, and programs in Java.

    import temoto

    keys, report = temoto.sort(keys, pes=4, page_size="256KiB")
    product, report = temoto.matmul(a, b, pes=4, workers=2)
    report = temoto.run("Heat.java", 512, 200, pes=4, latency="1.8us")
    report = temoto.run("Scale.java", values, 0.5)  # changes the array ``values``

Options are those of the commands (``temoto sort --help``), with underscores: ``page_size="64KiB"``
is ``--page-size 64KiB``; True gives an option that has no value. Reports are what ``--json`` prints,
as a dict. A job that fails raises :class:`TemotoError`.

Needs Python 3.8 and the launcher ``temoto``: of the folder that TEMOTO_HOME names, else beside this
file, else on the PATH. With NumPy, arrays are NumPy's; without it, what has a buffer of int32, int64,
float32 or float64 in C order, and results are memoryviews: empty ones of one dimension.
"""

import array
import ast
import json
import math
import numbers
import os
import shutil
import struct
import subprocess
import sys
import tempfile

try:
    import numpy
except ImportError:
    numpy = None

__all__ = ["TemotoError", "matmul", "run", "sort"]

_PREFIX = "temoto: "
# What the launcher does meanwhile, and hints behind the message of a failure: no messages.
_TALK = tuple(
    _PREFIX + beginning
    for beginning in (
        "building ",
        "  ",  # 9 of 9: the modules that it builds
        "waiting for a build ",
        "waiting for another build ",
        "preparing quick starts ",
        "quick starts are without ",
        "the run fails; until then: ",
        "the job ended before its trace: ",
    )
)
_ARRAYS = (array.array, memoryview) + (() if numpy is None else (numpy.ndarray,))
_WORDS = (str, numbers.Number, os.PathLike) + (() if numpy is None else (numpy.generic,))


class TemotoError(Exception):
    """A command that has failed: its message, ``code``, and all that it said (``output``)."""

    def __init__(self, message, code=None, output=""):
        super().__init__(message)
        self.code = code
        self.output = output


def sort(keys, **options):
    """Sorts an array of one dimension. Returns the sorted array and the report."""
    return _compute("sort", [keys], options)


def matmul(a, b, **options):
    """Multiplies two matrices. Returns the product and the report."""
    return _compute("matmul", [a, b], options)


def run(program, *arguments, **options):
    """Runs a program, such as ``Heat.java``, or an application, such as ``fib``.

    Arguments are text, numbers, paths and arrays. An array gets to the program as the path of a file of
    its bytes, in C order and this machine's byte order, as ``GlobalMemory.load`` reads it; the program
    has to know its type. What the program saves there (``GlobalMemory.save``) is in the array
    afterwards, unless the program fails.

    ``class_path`` is added to Temoto's own, for programs that are classes or use some.

    Returns the report; its ``values`` are what the program has reported. What a program prints goes
    to the standard error.
    """
    class_path = options.pop("class_path", None)
    before = [] if class_path is None else ["-cp", os.fspath(class_path)]  # the launcher's own
    with tempfile.TemporaryDirectory(prefix="temoto-") as folder:
        words, arrays = [], []
        for argument in arguments:
            if isinstance(argument, _ARRAYS):
                path = os.path.join(folder, "%d.bin" % len(words))
                _save_bytes(path, argument)
                arrays.append((argument, path, _state(path)))
                argument = path
            elif not isinstance(argument, _WORDS):
                raise TypeError("%r is no argument for a program: give text, numbers or arrays" % (argument,))
            words.append(os.fspath(argument) if isinstance(argument, os.PathLike) else str(argument))
        command = before + ["run", str(program)] + _words(options)
        report = _call(command + (["--"] + words if words else []))
        saved = [(values, _saved(path, values)) for values, path, state in arrays if _state(path) != state]
        for values, data in saved:
            _set(values, data)
        return report


def _compute(command, inputs, options):
    with tempfile.TemporaryDirectory(prefix="temoto-") as folder:
        paths = [os.path.join(folder, "%d.npy" % i) for i in range(len(inputs) + 1)]
        for path, values in zip(paths, inputs):
            _save(path, values)
        try:
            report = _call([command] + paths + _words(options))
        except TemotoError as e:
            e.args = (_with_names(e.args[0], paths),)
            raise
        return _load(paths[-1]), report


def _with_names(message, paths):
    """A message about files, in terms of the arrays that they stand for."""
    for i, path in enumerate(paths[:-1]):
        message = message.replace(path, "argument %d" % (i + 1))
    return message.replace(paths[-1], "the result")


def _words(options):
    words = []
    for name, value in options.items():
        word = "--" + name.replace("_", "-")
        if value is False:
            raise TypeError("%s=False: leave it out, or give its value, such as 'off'" % name)
        if value is not None:
            words.append(word if value is True else "%s=%s" % (word, value))
    return words


def _launcher():
    home = os.environ.get("TEMOTO_HOME")
    here = os.path.dirname(os.path.realpath(__file__))
    folders = [home] if home else [here, os.path.dirname(here)]
    for folder in folders:
        for path in (os.path.join(folder, "temoto"), os.path.join(folder, "bin", "temoto")):
            if os.path.isfile(path) and os.access(path, os.X_OK):
                return path
    found = None if home else shutil.which("temoto")
    if found is None:
        raise TemotoError(
            "no launcher temoto in TEMOTO_HOME=%s" % home
            if home
            else "no launcher temoto beside %s or on the PATH: set TEMOTO_HOME to its folder" % here
        )
    return found


def _call(words):
    """Runs a command, passes on what it says meanwhile, and returns its report."""
    command = [_launcher()] + words + ["--json"]
    if "--" in words:
        at = words.index("--")
        command = [command[0]] + words[:at] + ["--json"] + words[at:]
    said = []
    with tempfile.TemporaryFile() as out, subprocess.Popen(
        command, stdin=subprocess.DEVNULL, stdout=out, stderr=subprocess.PIPE
    ) as process:
        try:
            for line in process.stderr:
                line = line.decode(errors="replace")
                said.append(line)
                if not line.startswith(_PREFIX) or line.startswith(_TALK):
                    sys.stderr.write(line)
                    sys.stderr.flush()
            code = process.wait()
        except BaseException:
            process.terminate()
            raise
        out.seek(0)
        text = out.read().decode()
    if code == 0:
        try:
            return json.loads(text)
        except ValueError:  # of an option that has something else printed, such as help
            raise TemotoError("temoto has printed no report", code, text) from None
    told = [line for line in said if line.startswith(_PREFIX) and not line.startswith(_TALK)]
    messages = [line[len(_PREFIX) :] for line in told]
    message = messages[-1] if messages else "temoto has ended with exit code %d" % code
    raise TemotoError(message.strip(), code, "".join(said))


def _save(path, values):
    if numpy is not None:
        numpy.save(path, numpy.asanyarray(values), allow_pickle=False)
        return
    view = memoryview(values)
    kind = {"f": "f", "d": "f", "i": "i", "l": "i", "q": "i"}.get(view.format)
    if kind is None or not view.c_contiguous:
        raise TypeError("without NumPy, arrays must be of int32, int64, float32 or float64 in C order")
    descr = "%s%s%d" % ("<" if sys.byteorder == "little" else ">", kind, view.itemsize)
    text = "{'descr': '%s', 'fortran_order': False, 'shape': %r, }" % (descr, view.shape)
    text += " " * (-(len(text) + 11) % 64) + "\n"
    with open(path, "wb") as file:
        file.write(b"\x93NUMPY\1\0" + struct.pack("<H", len(text)) + text.encode())
        file.write(view.cast("B") if view.nbytes else b"")


def _state(path):
    """What differs once a program has saved something there, which replaces the file."""
    try:
        status = os.stat(path)
    except FileNotFoundError:
        return None
    return status.st_ino, status.st_mtime_ns, status.st_size


def _is_numpy(values):
    return numpy is not None and isinstance(values, numpy.ndarray)


def _save_bytes(path, values):
    if _is_numpy(values):
        if values.dtype.hasobject:
            raise TypeError("arrays of objects have no bytes for a program")
        values = values.astype(values.dtype.newbyteorder("="), order="C", copy=False)
    elif not memoryview(values).c_contiguous:
        raise TypeError("a memoryview for a program must be in C order")
    with open(path, "wb") as file:
        file.write(values.tobytes())


def _saved(path, values):
    """What a program has saved for an array, if the array can be set to it."""
    view = values if _is_numpy(values) else memoryview(values)
    if not (view.flags.writeable if _is_numpy(values) else not view.readonly):
        raise TemotoError("the program has saved values for a read-only array")
    try:
        with open(path, "rb") as file:
            data = file.read()
    except FileNotFoundError:
        raise TemotoError("the program has deleted the file of an array") from None
    if len(data) != view.nbytes:
        raise TemotoError("the program has saved %d bytes for an array of %d" % (len(data), view.nbytes))
    return data


def _set(values, data):
    if _is_numpy(values):
        values[...] = numpy.frombuffer(data, values.dtype.newbyteorder("=")).reshape(values.shape)
    elif data:
        memoryview(values).cast("B")[:] = data


def _load(path):
    if numpy is not None:
        return numpy.load(path, allow_pickle=False)
    # As Temoto writes it: version 1, in C order and this machine's byte order.
    with open(path, "rb") as file:
        file.seek(8)
        (length,) = struct.unpack("<H", file.read(2))
        header = ast.literal_eval(file.read(length).decode().strip())
        code = {"f4": "f", "f8": "d", "i4": "i", "i8": "q"}[header["descr"][1:]]
        values = array.array(code, file.read())
    shape = header["shape"]
    if math.prod(shape) == 0 or len(shape) == 1:
        return memoryview(values)
    return memoryview(values).cast("B").cast(code, shape)
