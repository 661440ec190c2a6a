/** The stored form of a search that could be (a part of) a CNPJ, with or without punctuation; letters alone are a name. */
export const cnpjSought = (search: string): string | undefined =>
  /^[\dA-Za-z\s./-]+$/.test(search) && /\d/.test(search) ? search.replace(/[\s./-]/g, '') : undefined;
