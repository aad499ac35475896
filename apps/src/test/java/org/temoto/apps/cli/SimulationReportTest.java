package org.temoto.apps.cli;

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
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.imageio.ImageIO;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

/** The report of a simulation as a browser shows it. */
@Timeout(300)
class SimulationReportTest {
  private static final int WIDTH = 1000;

  /** More than the page is long, so that all of it is on the screenshot. */
  private static final int HEIGHT = 6000;

  /**
   * Says, in Base64, what is in the page, and where. Then sorts the first table by its fourth
   * column.
   */
  private static final String PROBE =
      """
      <script>
      const cells = section => [...section.querySelectorAll("tbody tr")]
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
                cells: cells(section)
              };
            }),
        data: document.getElementById("results").textContent,
        configuration: cells(document.getElementById("configuration")),
        references: [...document.querySelectorAll("[src], [href]")]
            .map(each => each.getAttribute("src") || each.getAttribute("href")),
        loaded: performance.getEntriesByType("resource").map(each => each.name),
      };
      const first = document.querySelector("section");
      first.querySelectorAll("thead button")[3].click();
      seen.sorted = cells(first);
      const text = document.createElement("pre");
      text.id = "seen";
      text.hidden = true;
      text.textContent = btoa(String.fromCharCode(...new TextEncoder().encode(JSON.stringify(seen))));
      document.body.append(text);
      </script>
      """;

  private static final Pattern SEEN = Pattern.compile("<pre id=\"seen\"[^>]*>([^<]*)</pre>");

  @TempDir(cleanup = CleanupMode.ON_SUCCESS)
  Path folder;

  @Test
  void shouldShowEveryChartWithItsNumbers() throws Exception {
    Chromium chromium = Chromium.require(folder);
    Path out = folder.resolve("out");
    Cli done =
        Cli.line(
            "simulate sort --generate 60000 --page-size 4KiB --pes 1,2,4 --latency 1us,2us --out "
                + out);
    assertThat(done.exitCode()).as(done.err()).isZero();
    Path page = folder.resolve("page.html");
    Files.writeString(page, Files.readString(out.resolve("report.html")) + PROBE);

    Map<String, Object> seen = seen(chromium.dom(page, WIDTH, HEIGHT));
    Map<String, Object> results = JSON.std.mapFrom(out.resolve("results.json").toFile());
    assertThat(JSON.std.mapFrom((String) seen.get("data"))).isEqualTo(results);
    assertOffline(seen);
    assertNumbers(seen, results);
    Path image = folder.resolve("page.png");
    chromium.screenshot(page, WIDTH, HEIGHT, image);
    assertDrawn(seen, ImageIO.read(image.toFile()));
  }

  private static Map<String, Object> seen(String dom) throws IOException {
    Matcher matcher = SEEN.matcher(dom);
    assertThat(matcher.find()).as("the probe has run: " + dom.length() + " characters").isTrue();
    byte[] json = Base64.getDecoder().decode(matcher.group(1));
    return JSON.std.mapFrom(new String(json, StandardCharsets.UTF_8));
  }

  private static void assertOffline(Map<String, Object> seen) {
    assertThat((List<?>) seen.get("loaded")).isEmpty();
    assertThat((List<?>) seen.get("references"))
        .isNotEmpty()
        .allSatisfy(reference -> assertThat((String) reference).startsWith("#"));
  }

  private static void assertNumbers(Map<String, Object> seen, Map<String, Object> results) {
    List<?> points = (List<?>) results.get("points");
    List<?> speedUps = cells(seen, "speedup");
    List<?> steals = cells(seen, "steals");
    assertThat(speedUps).hasSize(6);
    for (int i = 0; i < points.size(); i++) {
      Map<?, ?> point = (Map<?, ?>) points.get(i);
      Map<?, ?> result = (Map<?, ?>) point.get("result");
      List<?> row = (List<?>) speedUps.get(i);
      assertThat(row.get(0))
          .isEqualTo(
              "pes %s, latency %s".formatted(setting(point, "--pes"), setting(point, "--latency")));
      assertThat(row.get(1)).isEqualTo(result.get("pes").toString());
      assertThat(row.get(3)).isEqualTo(number(result.get("seconds")));
      assertThat(row.get(5)).isEqualTo(number(point.get("speedUp")));
      assertThat(((List<?>) steals.get(i)).get(2)).isEqualTo(result.get("steals").toString());
    }
    assertThat(chart(seen, "speedup").get("texts"))
        .asInstanceOf(InstanceOfAssertFactories.LIST)
        .contains("ideal", "latency 1us", "latency 2us");
    assertTimeline(seen, (Map<?, ?>) ((Map<?, ?>) points.get(4)).get("result"));
    List<?> traffic =
        (List<?>) ((Map<?, ?>) ((Map<?, ?>) points.get(4)).get("result")).get("trafficBytes");
    List<?> shown = cells(seen, "traffic");
    assertThat(shown).hasSize(4);
    for (int pe = 0; pe < 4; pe++) {
      List<?> row = (List<?>) shown.get(pe);
      assertThat(row.subList(1, 5))
          .isEqualTo(list(traffic.get(pe)).stream().map(Object::toString).toList());
    }
    assertThat(list(seen.get("configuration")))
        .contains(
            List.of("--pes", "1, 2, 4"),
            List.of("latencyNanos", "1000, 2000"),
            List.of("pageSize", "4096"));
    assertThat(
            list(seen.get("sorted")).stream()
                .map(row -> Double.valueOf((String) ((List<?>) row).get(3))))
        .hasSize(6)
        .isSorted();
  }

  /** The point with the most workers has a row for each, with the numbers of the results. */
  private static void assertTimeline(Map<String, Object> seen, Map<?, ?> result) {
    List<?> rows = cells(seen, "timeline");
    List<Object> workers = list(result.get("activityByWorker"));
    assertThat(rows).hasSize(workers.size() + 1);
    for (int i = 0; i < workers.size(); i++) {
      Map<?, ?> worker = (Map<?, ?>) workers.get(i);
      List<?> row = (List<?>) rows.get(i);
      assertThat(row.subList(0, 5))
          .isEqualTo(
              List.of(
                  "PE " + i + ", worker 0",
                  number(worker.get("workSeconds")),
                  number(worker.get("communicationSeconds")),
                  number(worker.get("waitSeconds")),
                  number(worker.get("idleSeconds"))));
    }
    assertThat(((List<?>) rows.getLast()).get(5)).isEqualTo(result.get("steals").toString());
    assertThat(chart(seen, "timeline").get("texts"))
        .asInstanceOf(InstanceOfAssertFactories.LIST)
        .contains("PE 0, worker 0", "PE 3, worker 0", "work", "communication");
  }

  @SuppressWarnings("unchecked") // of JSON
  private static List<Object> list(Object value) {
    return (List<Object>) value;
  }

  private static String number(Object value) {
    return String.format(Locale.ROOT, "%.4g", ((Number) value).doubleValue());
  }

  private static Object setting(Map<?, ?> point, String option) {
    return ((Map<?, ?>) point.get("settings")).get(option);
  }

  private static Map<?, ?> chart(Map<String, Object> seen, String id) {
    return list(seen.get("charts")).stream()
        .map(chart -> (Map<?, ?>) chart)
        .filter(chart -> chart.get("id").equals(id))
        .findFirst()
        .orElseThrow();
  }

  private static List<?> cells(Map<String, Object> seen, String id) {
    return (List<?>) chart(seen, id).get("cells");
  }

  /** Where the page has charts, the screenshot has something. */
  private static void assertDrawn(Map<String, Object> seen, BufferedImage image) {
    List<Object> charts = list(seen.get("charts"));
    assertThat(charts.stream().map(chart -> ((Map<?, ?>) chart).get("id").toString()))
        .containsExactly("speedup", "breakdown", "time", "steals", "timeline", "traffic");
    for (Object each : charts) {
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
}
