import { expect, it } from 'vitest';
import { type KubernetesObject, type Labels, nameOf, ofKind, podsOf, type Selector, selects } from './kubernetes.ts';
import { describeOverlays, isProduction } from './overlays.ts';

interface ServiceSpec {
  selector: Labels;
  ports: { name: string; port: number; targetPort: string }[];
}

interface IngressSpec {
  rules: { http: { paths: { backend: { service: { name: string; port: { name: string } } } }[] } }[];
}

interface AutoscalerSpec {
  scaleTargetRef: { kind: string; name: string };
  minReplicas: number;
  maxReplicas: number;
  metrics: { type: string; pods?: { metric: { name: string } } }[];
}

interface MonitorSpec {
  selector: Selector;
  endpoints: { port: string }[];
}

const find = (objects: KubernetesObject[], kind: string, name: string): KubernetesObject | undefined =>
  objects.find((object) => object.kind === kind && object.metadata.name === name);

describeOverlays('in %s', (overlay, objects) => {
  const pods = podsOf(objects);
  const services = ofKind<ServiceSpec>(objects, 'Service');

  it('every service selects the pods of one workload, and existing ports', () => {
    for (const { metadata, spec } of services) {
      const found = pods.filter(({ labels }) => selects({ matchLabels: spec.selector }, labels));
      expect(found.map(({ owner }) => owner.metadata.name)).toEqual([metadata.name.replace(/-admin$/, '')]);
      const ports = found[0]?.spec.containers.flatMap((container) => container.ports ?? []);
      for (const { port, targetPort } of spec.ports)
        expect(ports).toContainEqual(expect.objectContaining({ name: targetPort, containerPort: port }));
    }
  });

  it('every workload selects exactly its own pods', () => {
    for (const { owner } of pods.filter(({ owner: { kind } }) => !kind.endsWith('Job'))) {
      const { selector } = owner.spec as { selector: Selector };
      expect(pods.filter(({ labels }) => selects(selector, labels)).map((pod) => nameOf(pod.owner))).toEqual([
        nameOf(owner),
      ]);
    }
  });

  it('every service account, volume and mount exists', () => {
    for (const { spec } of pods) {
      if (spec.serviceAccountName) expect(find(objects, 'ServiceAccount', spec.serviceAccountName)).toBeDefined();
      const volumes = (spec.volumes ?? []).map(({ name }) => name);
      const claims = objects
        .filter(({ kind }) => kind === 'StatefulSet')
        .flatMap((set) => (set.spec as { volumeClaimTemplates?: KubernetesObject[] }).volumeClaimTemplates ?? [])
        .map(({ metadata }) => metadata.name);
      for (const { name } of spec.containers.flatMap((container) => container.volumeMounts ?? []))
        expect([...volumes, ...claims]).toContain(name);
      for (const { configMap } of spec.volumes ?? [])
        if (configMap && !configMap.optional) expect(find(objects, 'ConfigMap', configMap.name)).toBeDefined();
    }
  });

  it('the gateway has the addresses of the services', () => {
    const gateway = pods.find(({ owner }) => nameOf(owner) === 'Deployment gateway');
    const variables = (gateway?.spec.containers[0]?.env ?? []).filter(({ name }) => name.endsWith('_URL'));
    const urls = variables.map(({ value }) => new URL(value ?? ''));
    expect(urls).toHaveLength(3);
    for (const { hostname, port } of urls) {
      const service = services.find(({ metadata }) => metadata.name === hostname);
      expect(service?.spec).toMatchObject({ clusterIP: 'None' });
      expect(service?.spec.ports).toContainEqual(expect.objectContaining({ name: 'http', port: Number(port) }));
    }
  });

  it('neither an ingress nor the public service has the port of the operator’s API', () => {
    const backends = ofKind<IngressSpec>(objects, 'Ingress').flatMap(({ spec }) =>
      spec.rules.flatMap(({ http }) => http.paths),
    );
    expect(backends.map(({ backend }) => backend.service.port.name)).not.toContain('admin');
    const open = services.find(({ metadata }) => metadata.name === 'gateway');
    expect(open?.spec.ports.map(({ port }) => port)).toEqual([3000, 9464]);
  });

  it('every ingress names an existing service', () => {
    for (const { spec } of ofKind<IngressSpec>(objects, 'Ingress')) {
      for (const { backend } of spec.rules.flatMap(({ http }) => http.paths)) {
        const service = find(services, 'Service', backend.service.name) as (typeof services)[number] | undefined;
        expect(service?.spec.ports.map(({ name }) => name)).toContain(backend.service.port.name);
      }
    }
  });

  it('every monitor selects all four processes', () => {
    for (const { spec } of ofKind<MonitorSpec>(objects, 'ServiceMonitor')) {
      const found = services.filter(({ metadata }) => selects(spec.selector, metadata.labels ?? {}));
      expect(found.map(({ metadata }) => metadata.name).sort()).toEqual(['catalog', 'clients', 'gateway', 'sales']);
      for (const service of found)
        expect(service.spec.ports.map(({ name }) => name)).toEqual(
          expect.arrayContaining(spec.endpoints.map(({ port }) => port)),
        );
    }
  });

  it.runIf(isProduction(overlay))('every process has an autoscaler and a disruption budget', () => {
    const deployments = ofKind(objects, 'Deployment');
    const autoscalers = ofKind<AutoscalerSpec>(objects, 'HorizontalPodAutoscaler');
    for (const deployment of deployments) {
      const { name } = deployment.metadata;
      // A number here would reset the autoscaler's number with every release.
      expect(deployment.spec).not.toHaveProperty('replicas');
      const { spec } = autoscalers.find(({ spec: { scaleTargetRef } }) => scaleTargetRef.name === name) ?? {};
      expect(spec?.minReplicas).toBeGreaterThan(1);
      expect(spec?.maxReplicas).toBeGreaterThan(spec?.minReplicas ?? 0);
      const budgets = ofKind<{ selector: Selector; maxUnavailable: number }>(objects, 'PodDisruptionBudget');
      const own = budgets.filter((budget) => selects(budget.spec.selector, { 'app.kubernetes.io/name': name }));
      expect(own).toMatchObject([{ spec: { maxUnavailable: 1 } }]);
    }
    expect(autoscalers).toHaveLength(deployments.length);
    const sales = autoscalers.find(({ metadata }) => metadata.name === 'sales');
    const byRequests = /scaling-by-requests|all/.test(overlay) ? ['http_server_active_requests'] : [];
    expect(sales?.spec.metrics.map(({ type, pods: byPod }) => byPod?.metric.name ?? type)).toEqual([
      'Resource',
      ...byRequests,
    ]);
  });
});
