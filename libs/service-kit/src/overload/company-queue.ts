/** Runs a company's tasks one after the other. */
export type CompanyQueue = <Result>(empresa_id: string, task: () => Promise<Result>) => Promise<Result>;

export const makeCompanyQueue = (): CompanyQueue => {
  /** The last task of each company that has one. */
  const last = new Map<string, Promise<unknown>>();
  return (empresa_id, task) => {
    const running = (last.get(empresa_id) ?? Promise.resolve()).then(task, task);
    last.set(empresa_id, running);
    const forget = (): void => {
      if (last.get(empresa_id) === running) last.delete(empresa_id);
    };
    running.then(forget, forget);
    return running;
  };
};
