/** A company has few keys, so that a list needs no second page. */
export const maxKeys = 100;

/** The most keys of a company that the operator sees. After the valid ones come the newest of the others. */
export const maxListed = 1_000;
