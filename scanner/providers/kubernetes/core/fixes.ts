// Fixes of workloads: in their manifest, by an API patch, or in Terraform.
import type { Fix } from '../../../kit/index.ts'

export interface ManifestFix {
  readonly text: string
  /** The steps between opening and applying the manifest. */
  readonly steps: readonly string[]
  /** A strategic merge patch of the pod's spec. */
  readonly patch: Readonly<Record<string, unknown>>
  /** Lines of the pod's spec, and of its container, in Terraform. */
  readonly terraform: { readonly pod?: string; readonly container?: string }
}

const indented = (text: string, by: number): string =>
  text
    .split('\n')
    .map((line) => (line === '' ? line : ' '.repeat(by) + line))
    .join('\n')

export const manifestFix = ({ text, steps, patch, terraform }: ManifestFix): Fix => ({
  text,
  console: [
    'Open the manifest of the workload or the values of its Helm chart. Do not change the pods directly, because their controller replaces them.',
    ...steps,
    'Apply the change with kubectl apply or helm upgrade, and watch kubectl rollout status until the new pods are ready.',
  ],
  cli: `kubectl patch deployment <deployment> --namespace <namespace> --patch '${json({ spec: { template: { spec: patch } } })}'`,
  terraform: deployment(terraform),
})

/** A placeholder for a number is not a string. */
const json = (patch: object): string => JSON.stringify(patch).replaceAll('"<port>"', '<port>')

/** The patch of one container. */
export const inContainer = (
  change: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> => ({ containers: [{ name: '<container>', ...change }] })

const deployment = ({ pod, container }: ManifestFix['terraform']): string =>
  `resource "kubernetes_deployment_v1" "web" {
  metadata {
    name = "web"
  }

  spec {
    selector {
      match_labels = {
        app = "web"
      }
    }

    template {
      metadata {
        labels = {
          app = "web"
        }
      }

      spec {
${pod === undefined ? '' : `${indented(pod, 8)}\n\n`}        container {
          name  = "web"
          image = "registry.example.com/web:1.4.2"
${container === undefined ? '' : `\n${indented(container, 10)}\n`}        }
      }
    }
  }
}`
