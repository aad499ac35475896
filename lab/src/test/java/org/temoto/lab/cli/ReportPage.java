package org.temoto.lab.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.jr.ob.JSON;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.imageio.ImageIO;

/**
 * A report as Chromium shows it.
 *
 * @param seen what its elements say, and where they are
 */
record ReportPage(Map<String, Object> seen) {
  private static final int WIDTH = 1400;

  /** More than a page is long, so that all of it is on the screenshot. */
  private static final int HEIGHT = 16_000;

  /**
   * Says, in Base64, what is in the page, and where. Then sorts the first table by its fourth
   * column, if it can be sorted.
   */
  private static final String PROBE =
      """
      <script>
      const cells = table => [...table.querySelectorAll("tbody tr")]
          .map(row => [...row.cells].map(cell => cell.textContent));
      const seen = {
        charts: [...document.querySelectorAll("section")].filter(each => each.querySelector("svg"))
            .map(section => {
              const svg = section.querySelector("svg");
              const box = svg.getBoundingClientRect();
              return {
                id: section.id,
                title: svg.querySelector("title").textContent,
                box: [box.x, box.y, box.width, box.height].map(Math.round),
                texts: [...svg.querySelectorAll("text")].map(text => text.textContent),
                tables: [...section.querySelectorAll("table")].map(cells)
              };
            }),
        cut: [...document.querySelectorAll(".scroll, figure")]
            .filter(each => each.scrollWidth > each.clientWidth || each.scrollHeight > each.clientHeight)
            .map(each => each.closest("section").id),
        data: document.querySelector("script[type='application/json']").textContent,
        configuration: [...document.querySelectorAll("#configuration table")].flatMap(cells),
        references: [...document.querySelectorAll("[src], [href]")]
            .map(each => each.getAttribute("src") || each.getAttribute("href")),
        loaded: performance.getEntriesByType("resource").map(each => each.name),
      };
      const first = document.querySelector("section");
      first.querySelectorAll("thead button")[3]?.click();
      seen.sorted = cells(first.querySelector("table"));
      const text = document.createElement("pre");
      text.id = "seen";
      text.hidden = true;
      text.textContent = btoa(String.fromCharCode(...new TextEncoder().encode(JSON.stringify(seen))));
      document.body.append(text);
      </script>
      """;

  /** Window of a phone with a page in Base64; says, in Base64, how wide the page had to be. */
  private static final String PHONE =
      """
      <!DOCTYPE html>
      <script>
      const frame = document.createElement("iframe");
      frame.style = "border: 0; width: 390px; height: 800px";
      const page = Uint8Array.from(atob("PAGE"), character => character.charCodeAt(0));
      frame.srcdoc = new TextDecoder().decode(page);
      frame.onload = () => {
        const seen = document.createElement("pre");
        seen.id = "seen";
        const width = frame.contentWindow.innerWidth;
        const needed = frame.contentDocument.documentElement.scrollWidth;
        const charts = frame.contentDocument.querySelectorAll("svg").length;
        // Frames have the width that they are given, phones one of 980 unless the page asks for theirs.
        const viewport = frame.contentDocument.querySelector("meta[name=viewport]").content;
        seen.textContent = btoa(JSON.stringify({width, needed, charts, viewport}));
        document.body.append(seen);
      };
      document.documentElement.append(document.createElement("body"));
      document.body.append(frame);
      </script>
      """;

  private static final Pattern SEEN = Pattern.compile("<pre id=\"seen\"[^>]*>([^<]*)</pre>");

  /**
   * Opens {@code report}: it needs nothing else, its data are {@code results}, and where it has
   * charts a screenshot has something.
   *
   * @param folder for what the browser needs
   */
  static ReportPage open(Chromium chromium, Path folder, Path report, Path results)
      throws IOException, InterruptedException {
    Path page = folder.resolve("page.html");
    Files.writeString(page, Files.readString(report) + PROBE);
    ReportPage opened = new ReportPage(probe(chromium.dom(page, WIDTH, HEIGHT)));
    assertThat(JSON.std.mapFrom((String) opened.seen.get("data")))
        .isEqualTo(JSON.std.mapFrom(results.toFile()));
    opened.assertOffline();
    assertThat((List<?>) opened.seen.get("cut")).as("charts and tables with scroll bars").isEmpty();
    Path image = folder.resolve("page.png");
    chromium.screenshot(page, WIDTH, HEIGHT, image);
    opened.assertDrawn(ImageIO.read(image.toFile()));
    opened.assertFitsAPhone(chromium, folder, report);
    assertDark(chromium, folder, page);
    return opened;
  }

  /** Charts and tables that are wider scroll by themselves. */
  private void assertFitsAPhone(Chromium chromium, Path folder, Path report)
      throws IOException, InterruptedException {
    Path phone = folder.resolve("phone.html");
    String page = Base64.getEncoder().encodeToString(Files.readAllBytes(report));
    Files.writeString(phone, PHONE.replace("PAGE", page));
    assertThat(probe(chromium.dom(phone, WIDTH, HEIGHT)))
        .containsEntry("width", 390)
        .containsEntry("needed", 390)
        .containsEntry("charts", charts().size())
        .containsEntry("viewport", "width=device-width, initial-scale=1");
  }

  private static void assertDark(Chromium chromium, Path folder, Path page)
      throws IOException, InterruptedException {
    Path image = folder.resolve("dark.png");
    chromium.darkScreenshot(page, WIDTH, HEIGHT, image);
    BufferedImage shown = ImageIO.read(image.toFile());
    long light = 0;
    for (int y = 0; y < HEIGHT; y++) {
      for (int x = 0; x < WIDTH; x++) {
        int colour = shown.getRGB(x, y);
        light += (colour >> 8 & 0xff) > 0x60 ? 1 : 0; // the green of it
      }
    }
    assertThat(light).as("pixels of text and lines").isBetween(1_000L, (long) WIDTH * HEIGHT / 10);
  }

  private static Map<String, Object> probe(String dom) throws IOException {
    Matcher matcher = SEEN.matcher(dom);
    assertThat(matcher.find()).as("the probe has run: " + dom.length() + " characters").isTrue();
    byte[] json = Base64.getDecoder().decode(matcher.group(1));
    return JSON.std.mapFrom(new String(json, StandardCharsets.UTF_8));
  }

  private void assertOffline() {
    assertThat((List<?>) seen.get("loaded")).isEmpty();
    assertThat((List<?>) seen.get("references"))
        .isNotEmpty()
        .allSatisfy(reference -> assertThat((String) reference).startsWith("#"));
  }

  private void assertDrawn(BufferedImage image) {
    for (Object each : list(seen.get("charts"))) {
      Map<?, ?> chart = (Map<?, ?>) each;
      List<Integer> box = list(chart.get("box")).stream().map(Integer.class::cast).toList();
      int background = 0;
      Set<Integer> colours = new HashSet<>();
      for (int y = box.get(1); y < box.get(1) + box.get(3); y++) {
        for (int x = box.get(0); x < box.get(0) + box.get(2); x++) {
          int colour = image.getRGB(x, y) & 0xffffff;
          colours.add(colour);
          background += colour == 0xffffff ? 1 : 0;
        }
      }
      int all = box.get(2) * box.get(3);
      assertThat(all).as("pixels of " + chart.get("id")).isGreaterThan(100_000);
      assertThat(all - background).as("drawn of " + chart.get("id")).isGreaterThan(all / 100);
      assertThat(colours).as("colours of " + chart.get("id")).hasSizeGreaterThan(30);
      assertThat((String) chart.get("title")).isNotBlank();
    }
  }

  /** The sections that have a chart, in their order. */
  List<String> charts() {
    return list(seen.get("charts")).stream()
        .map(chart -> (String) ((Map<?, ?>) chart).get("id"))
        .toList();
  }

  Map<?, ?> chart(String id) {
    return list(seen.get("charts")).stream()
        .map(chart -> (Map<?, ?>) chart)
        .filter(chart -> chart.get("id").equals(id))
        .findFirst()
        .orElseThrow();
  }

  /** The rows of the last table of a section: its numbers. */
  List<?> cells(String id) {
    return (List<?>) list(chart(id).get("tables")).getLast();
  }

  @SuppressWarnings("unchecked") // of JSON
  static List<Object> list(Object value) {
    return (List<Object>) value;
  }
}
