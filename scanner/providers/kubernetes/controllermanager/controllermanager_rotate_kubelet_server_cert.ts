import { fail, manual, pass } from '../../../kit/index.ts'
import { inManifest } from '../control-plane.ts'
import { check } from './resources.ts'

/** What a list of feature gates says of one, as `Name=true` or `kube:Name=true`; the last entry counts. Null: nothing. */
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
  title: 'Serving certificates of kubelets can be rotated',
  description:
    'Reads whether --feature-gates of the controller manager turn off RotateKubeletServerCertificate, by which kubelets ask for new serving certificates.',
  risk: 'Without rotation the serving certificate of a kubelet is made once and by itself, so that nobody can tell a real kubelet from one that sits in between, or it runs out and logs and exec stop.',
  decision:
    'Passes when the gate is true or not named, as it is on by default. Fails when it is false. With AllBeta=false it depends on the release whether the gate is off, so that is left to people. Whether kubelets use it, by serverTLSBootstrap, is not looked at here.',
  fix: {
    text: 'Remove RotateKubeletServerCertificate=false from --feature-gates, or set it to true.',
    ...inManifest(
      'kube-controller-manager',
      'In the command of the container set RotateKubeletServerCertificate=true in --feature-gates, or remove its entry.',
      'For kubelets to use it, set serverTLSBootstrap: true in their configuration and have their requests for kubernetes.io/kubelet-serving certificates approved.',
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
        ? manual(`${name} turns off beta features; whether this is one depends on its release.`)
        : pass(`${name} leaves RotateKubeletServerCertificate on, as it is by default.`)
    }
    return set
      ? pass(`${name} is started with RotateKubeletServerCertificate=true.`)
      : fail(`${name} is started with RotateKubeletServerCertificate=false.`)
  },
})
