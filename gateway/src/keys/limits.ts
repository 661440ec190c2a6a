/** A company has few keys, so that a list needs no second page. */
export const mostKeys = 100;

/** The most keys of a company that the operator sees. After the valid ones come the newest of the others. */
export const mostListed = 1_000;
