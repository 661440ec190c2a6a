#!/usr/bin/env bash
# Applies an overlay to a cluster in the order that loses no request: first everything that the processes need, then the
# migrations, and after these the processes.
#
#   deploy/rollout.sh production
set -euo pipefail

overlay=${1:?which overlay: dev or production}
manifests=$(kubectl kustomize "$(dirname "$0")/overlays/$overlay")
namespace=$(awk '/^kind: Namespace$/ { found = 1 } found && /^  name:/ { print $2; exit }' <<<"$manifests")
in_namespace=(kubectl --namespace "$namespace")

# A Job cannot be changed, only replaced.
"${in_namespace[@]}" delete job --selector 'app.kubernetes.io/component in (preparation, migration, seed)' --ignore-not-found
kubectl apply --selector 'app.kubernetes.io/component!=process' --filename - <<<"$manifests"
"${in_namespace[@]}" wait job --selector 'app.kubernetes.io/component in (preparation, migration)' --for condition=complete --timeout 60m

kubectl apply --filename - <<<"$manifests"
for process in gateway sales catalog clients; do
  "${in_namespace[@]}" rollout status deployment "$process" --timeout 10m
done
