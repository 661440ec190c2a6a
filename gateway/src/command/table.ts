/** A company chooses the labels of its keys: shown as they are, some characters would move the terminal's cursor. */
const withoutControls = (cell: string): string =>
  cell.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`);

/** Columns as wide as their widest cell. */
export const asTable = (header: readonly string[], rows: readonly (readonly string[])[]): string => {
  const lines = [header, ...rows.map((cells) => cells.map(withoutControls))];
  const widths = header.map((_, column) =>
    lines.reduce((widest, cells) => Math.max(widest, cells[column]?.length ?? 0), 0),
  );
  return lines
    .map((cells) =>
      cells
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
};
