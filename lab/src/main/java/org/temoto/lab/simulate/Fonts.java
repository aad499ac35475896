package org.temoto.lab.simulate;

import java.awt.Font;
import java.awt.Graphics2D;
import java.awt.image.BufferedImage;
import org.temoto.apps.BadInputException;

/** Check for what drawing needs of the machine. */
public final class Fonts {
  private Fonts() {}

  /**
   * Refuses a machine on which no text can be drawn, before hours are spent on what is to be drawn.
   */
  public static void require() {
    // Nothing is shown on a screen: a DISPLAY that does not answer must not matter.
    if (System.getProperty("java.awt.headless") == null) {
      System.setProperty("java.awt.headless", "true");
    }
    try {
      Graphics2D graphics = new BufferedImage(1, 1, BufferedImage.TYPE_INT_RGB).createGraphics();
      graphics.setFont(new Font(Font.SANS_SERIF, Font.PLAIN, 12));
      graphics.drawString("1", 0, 0);
      graphics.dispose();
    } catch (RuntimeException | InternalError | LinkageError e) { // all of these, by JDK and want
      throw new BadInputException(
          "charts cannot be drawn on this machine (Debian: apt-get install fontconfig"
              + " fonts-dejavu-core): "
              + e,
          e);
    }
  }
}
