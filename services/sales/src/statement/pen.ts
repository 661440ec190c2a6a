import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

export type Doc = PDFKit.PDFDocument;
export type Font = 'regular' | 'bold';

/** Beside the bundle; in the sources, in the package of the fonts. The fonts that PDF readers have lack some characters. */
const fontPath = (name: string): string => {
  const bundled = fileURLToPath(new URL(`./fonts/${name}`, import.meta.url));
  return existsSync(bundled) ? bundled : createRequire(import.meta.url).resolve(`dejavu-fonts-ttf/ttf/${name}`);
};

export const registerFonts = (doc: Doc): void => {
  doc.registerFont('regular', fontPath('DejaVuSans.ttf'));
  doc.registerFont('bold', fontPath('DejaVuSans-Bold.ttf'));
};

/** More than fit into a line. Characters without a width would fit without end. */
const maxCharacters = 250;
/** Of the height of a line, in sizes of its font. */
const leading = 1.3;

export interface Style {
  font: Font;
  size: number;
}

/** Left edge and width. */
export interface Place {
  x: number;
  width: number;
  align?: 'left' | 'center' | 'right';
}

export interface Lines {
  texts: readonly string[];
  height: number;
}

/** Writes texts into places, whole: a long one takes several lines. */
export const makePen = (doc: Doc) => {
  const widths = new Map<string, number>();

  /** Of characters, added up: pdfkit keeps the layout of every text that it measures, so the beginnings of texts would fill the memory. */
  const widthOf = ({ font, size }: Style, text: string): number => {
    let sum = 0;
    for (const character of text) {
      const key = `${font} ${character}`;
      let width = widths.get(key);
      if (width === undefined) {
        width = doc.font(font).fontSize(10).widthOfString(character) / 10;
        widths.set(key, width);
      }
      sum += width;
    }
    return sum * size;
  };

  /** A word that is longer than a line, in pieces that fit. */
  const piecesOf = (style: Style, word: string, width: number): string[] => {
    const pieces: string[] = [];
    let piece = '';
    let used = 0;
    for (const character of word) {
      const more = widthOf(style, character);
      if (piece !== '' && (used + more > width || piece.length >= maxCharacters)) {
        pieces.push(piece);
        [piece, used] = ['', 0];
      }
      piece += character;
      used += more;
    }
    return [...pieces, piece];
  };

  /** Broken at blanks, and within a word that is longer than a line. */
  const linesOf = (style: Style, text: string, width: number): Lines => {
    const texts: string[] = [];
    const space = widthOf(style, ' ');
    let line = '';
    let used = 0;
    for (const word of text.split(/\s+/).filter(Boolean)) {
      for (const [i, piece] of piecesOf(style, word, width).entries()) {
        const own = widthOf(style, piece);
        const fits = i === 0 && used + space + own <= width && line.length + piece.length < maxCharacters;
        if (line !== '' && !fits) texts.push(line);
        [line, used] = line !== '' && fits ? [`${line} ${piece}`, used + space + own] : [piece, own];
      }
    }
    if (line !== '') texts.push(line);
    return { texts, height: texts.length * style.size * leading };
  };

  const write = ({ font, size }: Style, { texts }: Lines, { x, width, align = 'left' }: Place, y: number): void => {
    doc.font(font).fontSize(size).fillColor('#222');
    texts.forEach((text, i) => {
      const free = width - widthOf({ font, size }, text);
      doc.text(text, x + { left: 0, center: 0.5, right: 1 }[align] * free, y + i * size * leading, {
        lineBreak: false,
      });
    });
  };

  return {
    linesOf,
    /** Returns where the text ends. */
    text: (style: Style, text: string, place: Place, y: number): number => {
      const lines = linesOf(style, text, place.width);
      write(style, lines, place, y);
      return y + lines.height;
    },
    write,
    rule: (from: number, to: number, y: number): void => {
      doc.moveTo(from, y).lineTo(to, y).lineWidth(0.5).strokeColor('#999').stroke();
    },
  };
};

export type Pen = ReturnType<typeof makePen>;
