/** Runs a task of a company when its earlier ones are over. */
export type InTurn = <Result>(empresa_id: string, task: () => Promise<Result>) => Promise<Result>;

export const makeInTurn = (): InTurn => {
  /** The last task of each company that has one. */
  const last = new Map<string, Promise<unknown>>();
  return (empresa_id, task) => {
    const turn = (last.get(empresa_id) ?? Promise.resolve()).then(task, task);
    last.set(empresa_id, turn);
    const forget = (): void => {
      if (last.get(empresa_id) === turn) last.delete(empresa_id);
    };
    turn.then(forget, forget);
    return turn;
  };
};
