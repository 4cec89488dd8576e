import { equal } from 'node:assert/strict'
import { test } from 'node:test'
import { readYaml } from '../../yaml.ts'
import { clusterRole } from './permissions.ts'

test('a role allows the lists that are named and nothing else', () => {
  equal(
    clusterRole(['list nodes', 'list pods', 'list clusterroles', 'list kube-system configmaps']),
    `apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRole
metadata:
  name: plumbline
rules:
  - apiGroups: [""]
    resources: ["pods", "nodes"]
    verbs: ["list"]
  - apiGroups: ["rbac.authorization.k8s.io"]
    resources: ["clusterroles"]
    verbs: ["list"]
---
apiVersion: rbac.authorization.k8s.io/v1
kind: Role
metadata:
  name: plumbline
  namespace: kube-system
rules:
  - apiGroups: [""]
    resources: ["configmaps"]
    verbs: ["list"]
`,
  )
})

test('which cluster it is, is read of one namespace', () => {
  equal(
    clusterRole(['get kube-system namespace', 'list pods']),
    `apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRole
metadata:
  name: plumbline
rules:
  - apiGroups: [""]
    resources: ["pods"]
    verbs: ["list"]
  - apiGroups: [""]
    resources: ["namespaces"]
    resourceNames: ["kube-system"]
    verbs: ["get"]
`,
  )
})

test('each of its documents is YAML', () => {
  const text = clusterRole(['list pods', 'list kube-system configmaps'])
  for (const document of text.split('---\n'))
    readYaml(document, { bytes: 10_000, tokens: 1_000, aliases: 0, nodes: 100 })
})

test('without lists there is no role', () => equal(clusterRole([]), ''))
