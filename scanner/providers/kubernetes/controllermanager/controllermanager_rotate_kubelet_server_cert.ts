import { fail, manual, pass } from '../../../kit/index.ts'
import { inManifest } from '../control-plane.ts'
import { check } from './resources.ts'

/**
 * The value of one gate in a list of feature gates, as `Name=true` or `kube:Name=true`; the last entry applies. Null if
 * absent.
 */
function gateIn(gates: readonly string[], gate: string): boolean | null {
  const entry = gates.findLast(
    (it) =>
      it
        .split('=')[0]
        ?.trim()
        .replace(/^kube:/, '') === gate,
  )
  return entry === undefined ? null : /=\s*(?:1|t|true)\s*$/i.test(entry)
}

export default check({
  id: 'controllermanager_rotate_kubelet_server_cert',
  title: 'Controller manager enables rotation of kubelet serving certificates',
  description:
    'Reads whether --feature-gates of the controller manager disables RotateKubeletServerCertificate, which kubelets use to request new serving certificates.',
  risk: 'Without rotation, a kubelet uses a self-signed certificate that clients cannot verify, or its certificate expires and logs and exec stop working.',
  decision:
    'Passes if the feature gate is true or not listed, because it is enabled by default. Fails if it is false. MANUAL with AllBeta=false, because the release decides whether that disables the gate. Whether kubelets use it through serverTLSBootstrap is not evaluated here.',
  fix: {
    text: 'Remove RotateKubeletServerCertificate=false from --feature-gates, or set it to true.',
    ...inManifest(
      'kube-controller-manager',
      'In the command of the container, set RotateKubeletServerCertificate=true in --feature-gates, or remove its entry.',
      'For kubelets to use it, set serverTLSBootstrap: true in their configuration, and approve their kubernetes.io/kubelet-serving certificate requests.',
    ),
  },
  source: 'https://kubernetes.io/docs/reference/command-line-tools-reference/feature-gates/',
  links: ['https://kubernetes.io/docs/reference/access-authn-authz/kubelet-tls-bootstrapping/'],
  over: 'managers',
  needs: ['feature_gates'],
  judge: ({ name, feature_gates: gates }) => {
    const set = gateIn(gates ?? [], 'RotateKubeletServerCertificate')
    if (set === null) {
      return gateIn(gates ?? [], 'AllBeta') === false
        ? manual(
            `${name} disables beta features. Its release decides whether RotateKubeletServerCertificate is one.`,
          )
        : pass(
            `${name} does not disable RotateKubeletServerCertificate, which is enabled by default.`,
          )
    }
    return set
      ? pass(`${name} is started with RotateKubeletServerCertificate=true.`)
      : fail(`${name} is started with RotateKubeletServerCertificate=false.`)
  },
})
