import { describe, expect, it } from 'vitest';
import { environmentOf, storedValues, takenKeys } from './environment.ts';
import { nameOf, podsOf } from './kubernetes.ts';
import { overlays } from './overlays.ts';
import { faultsOf, programOf } from './programs.ts';

describe.each(overlays)('in %s', (overlay, objects) => {
  const stored = storedValues(objects);
  const pods = podsOf(objects);
  const containers = pods.flatMap(({ owner, spec }) =>
    spec.containers.map((container) => ({ of: nameOf(owner), container })),
  );

  it.each(containers)('$of finds every key that it refers to', ({ container }) => {
    const existing = [...stored].flatMap(([source, values]) => Object.keys(values).map((key) => `${source} ${key}`));
    expect(existing).toEqual(expect.arrayContaining(takenKeys(container, stored)));
  });

  it.each(containers.filter(({ container: { image, args } }) => programOf(image, args)))(
    '$of is given what it reads, and nothing else',
    ({ container }) => {
      const program = programOf(container.image, container.args);
      expect(program && faultsOf(program, environmentOf(container, stored))).toEqual([]);
    },
  );

  it('no key is kept that nobody uses', () => {
    const used = new Set(containers.flatMap(({ container }) => takenKeys(container, stored)));
    const mounted = pods.flatMap(({ spec }) =>
      (spec.volumes ?? []).map(({ configMap }) => `ConfigMap ${configMap?.name}`),
    );
    const read = [...mounted, 'ConfigMap representa-dashboard'];
    const unused = [...stored]
      .filter(([source]) => !read.includes(source))
      .flatMap(([source, values]) => Object.keys(values).map((key) => `${source} ${key}`))
      .filter((key) => !used.has(key));
    expect(unused).toEqual([]);
  });

  const mains = Object.fromEntries(
    containers
      .filter(({ of }) => of.startsWith('Deployment '))
      .map(({ container }) => [container.name, environmentOf(container, stored)]),
  );

  it('all processes share the secret of the gateway', () => {
    expect(new Set(Object.values(mains).map(({ GATEWAY_SECRET }) => GATEWAY_SECRET)).size).toBe(1);
  });

  it.runIf(overlay === 'dev').each(Object.entries(mains))(
    '%s comes with the passwords that the stores know',
    (name, given) => {
      const givenTo = (owner: string) => {
        const { container } = containers.find(({ of }) => of === owner) ?? {};
        return container ? environmentOf(container, stored) : {};
      };
      const variable = name.toUpperCase();
      const database = new URL(given.DATABASE_URL ?? '');
      expect(database.username).toBe(name);
      expect(database.password).toBe(givenTo('Job prepare')[`${variable}_DATABASE_PASSWORD`]);
      const nats = new URL(given.NATS_URL ?? '');
      expect(nats.username).toBe(name);
      expect(`"${nats.password}"`).toBe(givenTo('StatefulSet nats')[`NATS_${variable}_PASSWORD`]);
      if (given.REDIS_URL) expect(new URL(given.REDIS_URL).password).toBe(givenTo('StatefulSet redis').REDISCLI_AUTH);
      const admin = new URL(givenTo('Job prepare').ADMIN_DATABASE_URL ?? '');
      expect(admin.password).toBe(givenTo('StatefulSet postgres').POSTGRES_PASSWORD);
    },
  );

  it.runIf(overlay === 'production')('no password is written down', () => {
    expect(objects.filter(({ kind }) => kind === 'Secret')).toEqual([]);
  });
});
