import { baseEnvironment } from '@representa/service-kit/process';
import { expect, it } from 'vitest';
import { type Container, type KubernetesObject, nameOf, ofKind, type Pod, podsOf } from './kubernetes.ts';
import { describeOverlays, isProduction } from './overlays.ts';

const everyContainer = (pods: Pod[]): { of: string; pod: Pod; container: Container }[] =>
  pods.flatMap((pod) =>
    [...(pod.spec.initContainers ?? []), ...pod.spec.containers].map((container) => ({
      of: `${nameOf(pod.owner)}: ${container.name}`,
      pod,
      container,
    })),
  );

interface AutoscalerSpec {
  metrics: { resource?: { target: { averageValue: string } } }[];
}

const mebibytes = (quantity = ''): number => Number(/^(\d+)Mi$/.exec(quantity)?.[1]);

describeOverlays('every pod of %s', (overlay, objects) => {
  const pods = podsOf(objects);
  const containers = everyContainer(pods);
  const processes = pods.filter(({ owner }) => owner.kind === 'Deployment');

  it('exists for all four processes', () => {
    expect(processes.map(({ owner }) => owner.metadata.name).sort()).toEqual([
      'catalog',
      'clients',
      'gateway',
      'sales',
    ]);
  });

  it('has a pinned image', () => {
    const pinned = /^[a-z0-9./-]+(:\d+\.\d+(\.\d+)?(-[a-z0-9.]+)?|@sha256:[0-9a-f]{64})$/;
    // Images that a developer builds have no version.
    const own = /^representa\/[a-z]+:dev$/;
    const unpinned = containers.filter(
      ({ container: { image } }) => !pinned.test(image) && !(overlay === 'dev' && own.test(image)),
    );
    expect(unpinned.map(({ of }) => of)).toEqual([]);
  });

  it.each(containers)('$of has requests and limits', ({ container: { resources } }) => {
    for (const bounds of [resources?.requests, resources?.limits]) {
      expect(Object.keys(bounds ?? {}).sort()).toEqual(['cpu', 'memory']);
    }
  });

  it.each(processes)('$owner.metadata.name has memory for the 250 MB of a busy process', ({ spec }) => {
    const { requests, limits } = spec.containers[0]?.resources ?? {};
    expect(mebibytes(requests?.memory)).toBeGreaterThanOrEqual(250);
    expect(mebibytes(limits?.memory)).toBeGreaterThanOrEqual(384);
  });

  it.runIf(isProduction(overlay))('has the CPU that its autoscaler lets it use', () => {
    const targets = ofKind<AutoscalerSpec>(objects, 'HorizontalPodAutoscaler');
    expect(targets).toHaveLength(processes.length);
    for (const { metadata, spec } of targets) {
      const process = processes.find(({ owner }) => owner.metadata.name === metadata.name);
      const [cpu] = spec.metrics.flatMap(({ resource }) => resource?.target.averageValue ?? []);
      expect(process?.spec.containers[0]?.resources?.requests?.cpu).toBe(cpu);
    }
  });

  it.each(containers)('$of runs without root and without privileges', ({ pod, container }) => {
    expect(pod.spec.securityContext).toMatchObject({
      runAsNonRoot: true,
      runAsUser: expect.toSatisfy((user) => user > 0),
      seccompProfile: { type: 'RuntimeDefault' },
    });
    expect(container.securityContext).toEqual({
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ['ALL'] },
    });
  });

  it('has no service account token, and no variables of other services', () => {
    for (const { spec } of pods)
      expect(spec).toMatchObject({ automountServiceAccountToken: false, enableServiceLinks: false });
    for (const account of objects.filter(({ kind }) => kind === 'ServiceAccount'))
      expect(account).toMatchObject({ automountServiceAccountToken: false });
  });

  it.each(containers.filter(({ pod }) => !pod.owner.kind.endsWith('Job')))(
    '$of has probes on ports where it listens',
    ({ container }) => {
      const ports = (container.ports ?? []).map(({ name }) => name);
      const { startupProbe, readinessProbe, livenessProbe } = container;
      expect(readinessProbe).toBeDefined();
      expect(livenessProbe).toBeDefined();
      for (const probe of [startupProbe, readinessProbe, livenessProbe]) {
        const port = probe?.httpGet?.port ?? probe?.tcpSocket?.port;
        if (port !== undefined) expect(ports).toContain(port);
      }
    },
  );

  it.each(processes)(
    '$owner.metadata.name has HTTP probes',
    ({
      spec: {
        containers: [container],
      },
    }) => {
      expect(container).toMatchObject({
        startupProbe: { httpGet: { path: '/healthz', port: 'http' } },
        readinessProbe: { httpGet: { path: '/readyz', port: 'http' } },
        livenessProbe: { httpGet: { path: '/healthz', port: 'http' } },
      });
    },
  );

  it('has time to finish requests before it is killed', () => {
    const settings = objects.find(
      ({ kind, metadata }) => kind === 'ConfigMap' && /^environment-/.test(metadata.name),
    )?.data;
    const delayMs = baseEnvironment.shape.SHUTDOWN_DELAY_MS.parse(settings?.SHUTDOWN_DELAY_MS);
    // See `maxRequestsMs` of libs/service-kit/src/process/run.ts.
    for (const { spec } of processes) expect(spec.terminationGracePeriodSeconds).toBeGreaterThan(delayMs / 1_000 + 8);
  });

  it('spreads over zones and machines', () => {
    for (const { labels, spec } of processes) {
      const constraints = spec.topologySpreadConstraints ?? [];
      expect(constraints.map(({ topologyKey }) => topologyKey)).toEqual([
        'topology.kubernetes.io/zone',
        'kubernetes.io/hostname',
      ]);
      expect(constraints.map(({ whenUnsatisfiable }) => whenUnsatisfiable)).toEqual([
        'ScheduleAnyway',
        'DoNotSchedule',
      ]);
      for (const { labelSelector } of constraints) expect(labels).toMatchObject(labelSelector.matchLabels ?? {});
    }
  });

  it('runs in a namespace that enforces restricted pods', () => {
    const namespace = objects.find(({ kind }) => kind === 'Namespace');
    expect(namespace?.metadata.labels).toMatchObject({ 'pod-security.kubernetes.io/enforce': 'restricted' });
  });

  const waveOf = ({ metadata }: KubernetesObject): number =>
    Number(metadata.annotations?.['argocd.argoproj.io/sync-wave'] ?? 0);

  it('is rolled out after the migrations', () => {
    const migrations = ofKind(objects, 'Job').filter(({ metadata }) => metadata.name.endsWith('-migrate'));
    expect(migrations).toHaveLength(processes.length);
    for (const { owner } of processes) for (const job of migrations) expect(waveOf(owner)).toBeGreaterThan(waveOf(job));
  });

  it('does not wait for objects that get healthy after it', () => {
    const last = Math.max(...processes.map(({ owner }) => waveOf(owner)));
    for (const ingress of ofKind(objects, 'Ingress')) expect(waveOf(ingress)).toBe(last);
    // An autoscaler needs metrics of pods, a claim may stay pending until its first pod, and a CronJob may have failed.
    const later = /^(HorizontalPodAutoscaler|PodDisruptionBudget|PersistentVolumeClaim|CronJob)$/;
    for (const object of objects.filter(({ kind }) => later.test(kind))) expect(waveOf(object)).toBeGreaterThan(last);
  });
});
