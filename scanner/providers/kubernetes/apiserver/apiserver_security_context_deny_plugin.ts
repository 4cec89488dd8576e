import { fail, manual, pass } from '../../../kit/index.ts'
import { inManifest } from '../control-plane.ts'
import { pluginFlags, pluginState } from './plugins.ts'
import { check } from './resources.ts'

export default check({
  id: 'apiserver_security_context_deny_plugin',
  title: 'API server restricts pod security contexts at admission',
  description:
    'Reads whether SecurityContextDeny is enabled, or whether PodSecurity, which replaced it, is enabled.',
  risk: 'Without admission control of security contexts, any user who can create a pod can run it as root, privileged, or with the network and files of the node.',
  decision:
    'Passes if SecurityContextDeny is enabled, which Kubernetes supports until 1.29. Fails if neither it nor PodSecurity is enabled. MANUAL if only PodSecurity is enabled, which is the default, because namespace labels and a configuration file decide what it rejects.',
  fix: {
    text: 'Keep PodSecurity enabled, and label every namespace with the level to enforce: baseline or, preferably, restricted. Do not enable SecurityContextDeny in Kubernetes 1.30 or later, where the API server does not start with it.',
    ...inManifest(
      'kube-apiserver',
      'In the command of the container, remove PodSecurity from --disable-admission-plugins, and SecurityContextDeny from --enable-admission-plugins.',
      'First label namespaces with pod-security.kubernetes.io/warn: restricted, and check which pods cause warnings.',
      'Then label them with pod-security.kubernetes.io/enforce, set to baseline or restricted.',
    ),
  },
  source: 'https://kubernetes.io/docs/concepts/security/pod-security-admission/',
  links: ['https://kubernetes.io/docs/reference/access-authn-authz/admission-controllers/'],
  over: 'servers',
  needs: pluginFlags,
  judge: (given) => {
    const deny = pluginState(given, 'SecurityContextDeny', false)
    if (deny.isOn) return pass(`${given.name} ${deny.because}.`)
    const security = pluginState(given, 'PodSecurity', true)
    return security.isOn
      ? manual(
          `${given.name} uses PodSecurity instead of SecurityContextDeny. Check whether the labels of the namespaces make it reject pods.`,
        )
      : fail(`${given.name} ${security.because}, and does not use SecurityContextDeny.`)
  },
})
