import { expect, it } from 'vitest';
import { environmentOf, referencedKeys, storedValues } from './environment.ts';
import { nameOf, podsOf } from './kubernetes.ts';
import { describeOverlays, isProduction } from './overlays.ts';
import { problemsOf, programOf } from './programs.ts';

describeOverlays('in %s', (overlay, objects) => {
  const stored = storedValues(objects);
  const pods = podsOf(objects);
  const containers = pods.flatMap(({ owner, spec }) =>
    spec.containers.map((container) => ({ of: nameOf(owner), container })),
  );

  it.each(containers)('$of refers to existing keys', ({ container }) => {
    const existing = [...stored].flatMap(([source, values]) => Object.keys(values).map((key) => `${source} ${key}`));
    expect(existing).toEqual(expect.arrayContaining(referencedKeys(container, stored)));
  });

  it.each(containers.filter(({ container: { image, args } }) => programOf(image, args)))(
    '$of gets exactly the variables that it reads',
    ({ container }) => {
      const program = programOf(container.image, container.args);
      expect(program && problemsOf(program, environmentOf(container, stored))).toEqual([]);
    },
  );

  it('every key is used', () => {
    const used = new Set(containers.flatMap(({ container }) => referencedKeys(container, stored)));
    const mounted = pods.flatMap(({ spec }) =>
      (spec.volumes ?? []).map(({ configMap }) => `ConfigMap ${configMap?.name}`),
    );
    const read = [...mounted, 'ConfigMap representa-dashboard'];
    if (isProduction(overlay)) read.push('Secret prepare-environment', 'Secret backup-environment');
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

  it('all processes have the same GATEWAY_SECRET', () => {
    expect(new Set(Object.values(mains).map(({ GATEWAY_SECRET }) => GATEWAY_SECRET)).size).toBe(1);
  });

  it.runIf(overlay === 'dev').each(Object.entries(mains))('%s has the passwords of the stores', (name, environment) => {
    const environmentOfOwner = (owner: string) => {
      const { container } = containers.find(({ of }) => of === owner) ?? {};
      return container ? environmentOf(container, stored) : {};
    };
    const variable = name.toUpperCase();
    const database = new URL(environment.DATABASE_URL ?? '');
    expect(database.username).toBe(name);
    expect(database.password).toBe(environmentOfOwner('Job prepare')[`${variable}_DATABASE_PASSWORD`]);
    const nats = new URL(environment.NATS_URL ?? '');
    expect(nats.username).toBe(name);
    expect(`"${nats.password}"`).toBe(environmentOfOwner('StatefulSet nats')[`NATS_${variable}_PASSWORD`]);
    if (environment.REDIS_URL)
      expect(new URL(environment.REDIS_URL).password).toBe(environmentOfOwner('StatefulSet redis').REDISCLI_AUTH);
    const admin = new URL(environmentOfOwner('Job prepare').ADMIN_DATABASE_URL ?? '');
    expect(admin.password).toBe(environmentOfOwner('StatefulSet postgres').POSTGRES_PASSWORD);
  });

  it.runIf(isProduction(overlay))('contains no Secret with a password', () => {
    expect(objects.filter(({ kind }) => kind === 'Secret')).toEqual([]);
  });
});
