"""Tests of temoto.py with jobs of the launcher that it finds."""

import array
import contextlib
import io
import os
import pathlib
import random
import shutil
import tempfile
import unittest
from unittest import mock

import numpy

import temoto

PROGRAM = """
import org.temoto.gas.*;

void main(String[] arguments) {
  Temoto.launch(GasOptions.DEFAULT, space -> {
    if (space.pe() == 0) IO.println("hello from Java");
    if (arguments[1].equals("fail")) throw new IllegalStateException("on purpose");
    space.report().put("pes", space.pes()).put("given", String.join("|", arguments));
  });
}
"""

FINDS = """
import org.temoto.gas.*;

void main(String[] arguments) {
  boolean found = ClassLoader.getSystemResource("told.txt") != null;
  Temoto.launch(GasOptions.DEFAULT, space -> space.report().put("found", "" + found));
}
"""

SCALE = """
import java.nio.file.*;
import org.temoto.gas.*;
import org.temoto.gas.array.*;
import org.temoto.task.*;

void main(String[] arguments) throws java.io.IOException {
  Path file = Path.of(arguments[0]);
  long length = Files.size(file) / Double.BYTES;
  double factor = Double.parseDouble(arguments[1]);
  Temoto.launch(GasOptions.DEFAULT, space -> {
    GlobalDoubles values = GlobalDoubles.allocate(space, "values", length);
    GlobalMemory memory = values.range().memory();
    memory.load(file);
    if (space.pe() == 0) {
      try (DoubleView view = values.localize(Access.READ_WRITE)) {
        for (long i = 0; i < length; i++) view.set(i, factor * view.get(i));
        view.commit();
      }
    }
    space.barrier();
    if (factor == 0) throw new IllegalStateException("on purpose");
    if (factor > 0) memory.save(file);
    else if (space.pe() == 0) cut(file);
  });
}

void cut(Path file) {
  try {
    Files.write(file, new byte[7]);
  } catch (java.io.IOException e) {
    throw new java.io.UncheckedIOException(e);
  }
}
"""


class TemotoTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name
        # Arrays pass through folders in here.
        patch = mock.patch.object(tempfile, "tempdir", self.folder)
        patch.start()
        self.addCleanup(patch.stop)
        self.random = numpy.random.default_rng(5)

    def test_should_sort_as_numpy(self):
        for kind in ("<i4", ">i8", "<f4", "f8"):
            keys = (self.random.standard_normal(10_007) * 2**28).astype(kind)
            ordered, report = temoto.sort(keys, pes=3, page_size="4KiB")
            self.assertEqual(ordered.dtype, keys.dtype)
            self.assertEqual(ordered.tobytes(), numpy.sort(keys).tobytes())
            self.assertEqual((report["pes"], report["elements"], report["verified"]), (3, 10_007, True))
        self.assertEqual(os.listdir(self.folder), [])

    def test_should_multiply_as_numpy(self):
        a = self.random.random((70, 40))
        b = numpy.asfortranarray(self.random.random((40, 30)))
        product, report = temoto.matmul(a, b, pes=2, workers=2, hints="off")
        numpy.testing.assert_allclose(product, a @ b, rtol=1e-12)
        self.assertEqual((report["shape"], report["hints"]), ([70, 40, 30], []))
        self.assertEqual(os.listdir(self.folder), [])

    def test_should_do_without_numpy(self):
        with mock.patch.object(temoto, "numpy", None):
            chosen = random.Random(7)
            for code in "iqfd":
                keys = array.array(code, [chosen.randrange(-9999, 9999) for _ in range(3001)])
                ordered, _ = temoto.sort(keys, pes=2)
                self.assertEqual((ordered.format, ordered.tolist()), (code, sorted(keys)))
            a = memoryview(array.array("d", range(6))).cast("B").cast("d", (2, 3))
            product, _ = temoto.matmul(a, memoryview(a.tobytes()).cast("d", (3, 2)))
            self.assertEqual(product.tolist(), [[10, 13], [28, 40]])
            self.assertEqual(temoto.sort(array.array("d"))[0].tolist(), [])
            with self.assertRaisesRegex(TypeError, "without NumPy, arrays must be of int32"):
                temoto.sort(array.array("h", [1]))

    def test_should_run_programs(self):
        program = os.path.join(self.folder, "Told.java")
        with open(program, "w") as file:
            file.write(PROGRAM)
        said = io.StringIO()
        with contextlib.redirect_stderr(said):
            report = temoto.run(program, 512, "a b", pes=2, latency="1.8us")
        self.assertEqual(report["values"], {"pes": 2, "given": "512|a b"})
        self.assertIn("hello from Java", said.getvalue())
        with contextlib.redirect_stderr(said), self.assertRaisesRegex(
            temoto.TemotoError, "^the program has failed: .*on purpose"
        ) as failed:
            temoto.run(program, 1, "fail")
        self.assertEqual(failed.exception.code, 1)
        self.assertIn("Told.java:7", failed.exception.output)

    def test_should_add_to_the_class_path(self):
        program = os.path.join(self.folder, "Finds.java")
        with open(program, "w") as file:
            file.write(FINDS)
        more = pathlib.Path(self.folder, "more")
        more.mkdir()
        (more / "told.txt").touch()
        for class_path, found in ((more, True), (str(more), True), (None, False)):
            report = temoto.run(program, 7, class_path=class_path, pes=2)
            self.assertEqual((report["values"], report["pes"]), ({"found": str(found).lower()}, 2))

    def test_should_pass_arrays_to_programs(self):
        program = os.path.join(self.folder, "Scale.java")
        with open(program, "w") as file:
            file.write(SCALE)
        for kind, order in (("<f8", "C"), (">f8", "F")):
            values = numpy.array(self.random.random((30, 7)), kind, order=order)
            before = values.copy()
            report = temoto.run(program, values, numpy.float64(2.5), pes=3)
            self.assertEqual(report["pes"], 3)
            numpy.testing.assert_array_equal(values, 2.5 * before)
            self.assertEqual((values.dtype.str, values.flags.c_contiguous), (kind, order == "C"))
        column = before[:, 1:2].copy()
        temoto.run(program, before[:, 1:2], 3)  # not contiguous
        numpy.testing.assert_array_equal(before[:, 1:2], 3 * column)
        with contextlib.redirect_stderr(io.StringIO()):
            for values, factor, message in (
                (column, 0, "on purpose"),
                (column, -1, "the program has saved 7 bytes for an array of 240"),
                (numpy.broadcast_to(1.0, 4), 2, "values for a read-only array"),
            ):
                kept = values.copy()
                with self.assertRaisesRegex(temoto.TemotoError, message):
                    temoto.run(program, values, factor)
                numpy.testing.assert_array_equal(values, kept)
            with self.assertRaisesRegex(TypeError, "arrays of objects"):
                temoto.run(program, numpy.array([None]), 2)
            for wrong in ([1.0, 2.0], None, b"12345678"):
                with self.assertRaisesRegex(TypeError, "is no argument for a program: give text"):
                    temoto.run(program, wrong, 2)
        with mock.patch.object(temoto, "numpy", None):
            plain = array.array("d", range(9))
            temoto.run(program, plain, 2, pes=2)
            self.assertEqual(plain.tolist(), [2.0 * i for i in range(9)])
            part = memoryview(plain)[::2]
            with self.assertRaisesRegex(TypeError, "must be in C order"):
                temoto.run(program, part, 2)
        self.assertEqual(os.listdir(self.folder), ["Scale.java"])

    def test_should_pass_options_on(self):
        report = temoto.run("fib", n=12, sequential=True, cutoff=None)
        self.assertEqual(report["result"], 144)
        self.assertIn("sequentialSeconds", report)
        with self.assertRaisesRegex(TypeError, "hints=False"):
            temoto.run("fib", hints=False)

    def test_should_raise_the_message_of_the_command(self):
        with self.assertRaisesRegex(temoto.TemotoError, "^--page-size 3072 must be a power of two") as failed:
            temoto.sort(numpy.arange(3), page_size="3KiB")
        self.assertEqual(failed.exception.code, 2)
        with self.assertRaisesRegex(temoto.TemotoError, "sort takes arrays of one dimension"):
            temoto.sort(numpy.zeros((2, 2)))
        with self.assertRaisesRegex(temoto.TemotoError, "^argument 1: .*is not supported"):
            temoto.sort(numpy.arange(3, dtype="i2"))
        with self.assertRaises(temoto.TemotoError):
            temoto.matmul(numpy.zeros((2, 3)), numpy.zeros((2, 3)))
        self.assertEqual(os.listdir(self.folder), [])

    def test_should_tell_the_message_among_what_is_said_besides(self):
        launcher = pathlib.Path(self.folder, "temoto")
        talk = (
            "building what has changed, with /jdk ...",
            "  9 of 9: Temoto lab",
            "waiting for a build that is under way ...",
            "waiting for another build (if there is none: rmdir /lock)",
            "preparing quick starts with /jdk, which happens once ...",
            "quick starts are without those of PEs: OpenSHMEM does not run here",
            "the run fails; until then: trace       t.json, 9 events",
            "the job ended before its trace: temoto trace t.json.parts t.json makes it",
        )
        lines = ["temoto: " + line for line in talk[:-1]] + ["temoto: it failed", "temoto: " + talk[-1]]
        launcher.write_text("#!/bin/sh\ncat >&2 <<'END'\n%s\nEND\nexit 1\n" % "\n".join(lines))
        launcher.chmod(0o755)
        said = io.StringIO()
        with mock.patch.dict(os.environ, TEMOTO_HOME=self.folder), contextlib.redirect_stderr(said):
            with self.assertRaisesRegex(temoto.TemotoError, "^it failed$") as raised:
                temoto.run("fib")
        self.assertEqual((raised.exception.code, raised.exception.output.splitlines()), (1, lines))
        self.assertEqual(said.getvalue().splitlines(), ["temoto: " + line for line in talk])

    def test_should_tell_a_message_that_ends_in_dots(self):
        program = os.path.join(self.folder, "Waits.java")
        with open(program, "w") as file:
            file.write('void main() { throw new IllegalStateException("still waiting ..."); }')
        with self.assertRaisesRegex(temoto.TemotoError, "still waiting"):
            temoto.run(program)

    def test_should_tell_of_what_prints_no_report(self):
        with self.assertRaisesRegex(temoto.TemotoError, "printed no report") as raised:
            temoto.run("fib", help=True)
        self.assertEqual(raised.exception.code, 0)
        self.assertIn("Usage: temoto run fib", raised.exception.output)

    def test_should_find_the_launcher(self):
        found = temoto._launcher()
        elsewhere = os.path.join(self.folder, "bin")
        os.mkdir(elsewhere)
        shutil.copy(found, elsewhere)
        launcher = os.path.join(elsewhere, "temoto")
        with mock.patch.dict(os.environ, TEMOTO_HOME=self.folder):
            self.assertEqual(temoto._launcher(), launcher)
        with mock.patch.dict(os.environ, TEMOTO_HOME=os.path.join(self.folder, "none")):
            with self.assertRaisesRegex(temoto.TemotoError, "no launcher temoto in TEMOTO_HOME="):
                temoto._launcher()
        with mock.patch.object(temoto, "__file__", os.path.join(self.folder, "a", "b", "temoto.py")):
            with mock.patch.dict(os.environ, PATH=elsewhere):
                self.assertEqual(temoto._launcher(), launcher)
            with mock.patch.dict(os.environ, PATH="/nowhere"):
                with self.assertRaisesRegex(temoto.TemotoError, "set TEMOTO_HOME"):
                    temoto._launcher()


if __name__ == "__main__":
    unittest.main()
