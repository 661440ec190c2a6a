/** Columns as wide as their widest cell. */
export const asTable = (header: readonly string[], rows: readonly (readonly string[])[]): string => {
  const lines = [header, ...rows];
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
