// Pictures as bitmaps, drawn by the browser itself.

/** An SVG picture as PNG, drawn by the browser. */
export async function raster(text: string): Promise<Blob> {
  const [, w, h] = /viewBox="\S+ \S+ (\S+) (\S+)"/.exec(text) ?? ["", "900", "520"];
  const [width, height] = [Math.round(Number(w) * 1.5), Math.round(Number(h) * 1.5)];
  // A picture without a size of its own would be drawn small.
  const sized = text.replace(/<svg /, `<svg width="${width}" height="${height}" `);
  const link = URL.createObjectURL(new Blob([sized], { type: "image/svg+xml" }));
  try {
    const image = new Image();
    await new Promise((done, fail) => {
      image.onload = done;
      image.onerror = () => fail(new Error("The browser cannot draw the picture."));
      image.src = link;
    });
    const canvas = document.createElement("canvas");
    canvas.width = width;
    canvas.height = height;
    canvas.getContext("2d")?.drawImage(image, 0, 0, width, height);
    return await new Promise((done, fail) => canvas.toBlob((b) => (b ? done(b) : fail(new Error("The browser cannot write the picture."))), "image/png"));
  } finally {
    URL.revokeObjectURL(link);
  }
}
