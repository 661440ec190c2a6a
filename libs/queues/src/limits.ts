const mebibyte = 1_048_576;

/**
 * What a process lets in at a time, and what of one company. A service at its limit answers 800 to 1,700 requests per second in 5 to
 * 8 ms each, so 4 to 14 of them are at work in one replica; more that run make nothing faster. Caps on what runs follow from
 * that; caps on what is inside, running and waiting, from a request's time of 4 s.
 */
export const limits = {
  /** Requests of a company at all gateways: a promise to callers. Operators change it by RATE_LIMIT and RATE_BURST. */
  rate: { perSecond: 200, burst: 400 },

  /**
   * Bodies that the gateway holds: a quarter of a container's 512 MiB. A company has 32 of the largest size; four while half
   * is taken, so that slow callers of a few companies cannot take the rest.
   */
  bytes: { all: 128 * mebibyte, ofCompany: 32 * mebibyte, ofCompanyWhenBusy: 4 * mebibyte },

  /** Requests of a gateway at one replica of a service. */
  replica: {
    /** Twice what one company may have there, so that a newcomer finds one free. */
    connections: 64,
    /** 500 requests of 8 ms per second, over twice a company's rate. A newcomer waits behind three at most. */
    ofCompanyAmongOthers: 4,
    /** Twice what keeps a replica busy, and enough for batches to form. */
    ofCompanyAlone: 32,
  },

  /**
   * MAX_IN_FLIGHT: at the gateway for each service, at a service for all gateways. A replica that is six times slower than usual
   * still answers 512 within 4 s. A quarter for one company: it takes four to fill it.
   */
  inside: { all: 512, shareOfCompany: 1 / 4 },

  /** While the event loop is late by so much, a company with fewer requests is still served: it is not what makes it late. */
  eventLoop: { maxLateMs: 500, ofCompany: 4 },

  /** Requests that wait for a change cost next to nothing. Nobody queues: the ones before wait as long. */
  longPoll: { connections: 256, ofCompany: 16 },
  /** The same at a service, which has them of all gateways. */
  waiters: { running: 1_024, ofCompany: 64 },

  /**
   * Requests that a service works on: four times what keeps it busy. Each gateway sees only its own part of a company's
   * requests, and sends up to 64: this binds only with several gateways.
   */
  work: { running: 64, ofCompanyAmongOthers: 8, ofCompanyAlone: 32 },

  /** Large bodies that are checked in one turn of the event loop: a sale of 1,000 items takes 10 ms. */
  validation: { running: 1 },

  /** Pages of changes that are read for a company: many large ones at once would keep the service from the others. */
  feed: { ofCompany: 1 },

  /** Seconds of CPU, or minutes of a connection: nobody waits. */
  report: { running: 16, ofCompany: 2 },
  pdf: { running: 4, ofCompany: 1 },
  reconciliation: { running: 4, ofCompany: 1 },
  import: { running: 2, ofCompany: 1 },
  export: { running: 4, ofCompany: 2 },

  /**
   * Queries: DATABASE_CONNECTIONS, 8 unless given. 8 queries of 3 ms are 2,700 per second, more than one for each request. While one
   * company waits for its own locks, the others still find a quarter.
   */
  connection: { all: 8, shareOfCompany: 3 / 4 },
} as const;
