package org.temoto.lab.simulate;

import java.awt.geom.Rectangle2D;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.apache.batik.svggen.SVGGeneratorContext;
import org.apache.batik.svggen.SVGGraphics2D;
import org.apache.batik.svggen.SVGIDGenerator;
import org.jfree.chart.ChartUtils;
import org.jfree.chart.JFreeChart;
import org.w3c.dom.Document;
import org.w3c.dom.Element;

/** Image of a chart, of one size. */
public record Drawing(JFreeChart chart, int width, int height) {
  private static final String NAMESPACE = "http://www.w3.org/2000/svg";

  /** Bytes of a PNG file. */
  public byte[] png() {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try {
      ChartUtils.writeChartAsPNG(bytes, chart, width, height);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }

  /**
   * Element that stands in a page, below a heading, as wide as there is room.
   *
   * @param id different for each in a page; what is in it has names that begin so
   * @param title what it is, in words, for a reader that cannot see it
   */
  public String svg(String id, String title) {
    Document document = document();
    SVGGeneratorContext context = SVGGeneratorContext.createDefault(document);
    context.setIDGenerator(new Ids(id));
    context.setComment(null);
    SVGGraphics2D graphics = new SVGGraphics2D(context, false);
    chart.setTitle((String) null);
    chart.draw(graphics, new Rectangle2D.Double(0, 0, width, height));
    Element root = graphics.getRoot();
    root.setAttributeNS(null, "viewBox", "0 0 " + width + " " + height);
    root.setAttributeNS(null, "role", "img");
    root.setAttributeNS(null, "id", id);
    root.setAttributeNS(null, "aria-labelledby", id + "-title");
    Element heading = document.createElementNS(NAMESPACE, "title");
    heading.setAttributeNS(null, "id", id + "-title");
    heading.setTextContent(title);
    root.insertBefore(heading, root.getFirstChild());
    StringWriter text = new StringWriter();
    try {
      graphics.stream(root, text, true, false);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    String written = text.toString();
    return written.substring(
        written.indexOf("<svg")); // a page has no use for the head of a document
  }

  private static Document document() {
    try {
      return DocumentBuilderFactory.newInstance()
          .newDocumentBuilder()
          .getDOMImplementation()
          .createDocument(NAMESPACE, "svg", null);
    } catch (ParserConfigurationException e) {
      throw new IllegalStateException("the JDK cannot make XML documents", e);
    }
  }

  /** Generator of names that are unlike those of other drawings in the same page. */
  private static final class Ids extends SVGIDGenerator {
    private final String prefix;

    Ids(String prefix) {
      this.prefix = prefix;
    }

    @Override
    public String generateID(String kind) {
      return prefix + "-" + super.generateID(kind);
    }
  }
}
