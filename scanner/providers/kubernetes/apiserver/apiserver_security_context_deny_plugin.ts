import { fail, manual, pass } from '../../../kit/index.ts'
import { inManifest } from '../control-plane.ts'
import { pluginFlags, pluginState } from './plugins.ts'
import { check } from './resources.ts'

export default check({
  id: 'apiserver_security_context_deny_plugin',
  title: 'Admission limits what pods ask for in their security context',
  description:
    'Reads whether SecurityContextDeny is enabled, or whether PodSecurity, which took its place, is on.',
  risk: 'Where nothing at admission looks at security contexts, whoever may create a pod can run it as root, privileged, or with the network and files of the node.',
  decision:
    'Passes when SecurityContextDeny is enabled, which Kubernetes has had until 1.29. Fails when neither it nor PodSecurity is on. With PodSecurity alone, which is on by default, labels of the namespaces and a configuration file decide what is refused, so it is left to people.',
  fix: {
    text: 'Leave PodSecurity on and label every namespace with the level that it enforces: baseline, better restricted. Do not enable SecurityContextDeny from 1.30 on, where the API server does not start with it.',
    ...inManifest(
      'kube-apiserver',
      'In the command of the container remove PodSecurity from --disable-admission-plugins, and SecurityContextDeny from --enable-admission-plugins.',
      'Label namespaces with pod-security.kubernetes.io/warn: restricted first, and see which pods are named.',
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
          `${given.name} has PodSecurity in place of SecurityContextDeny; whether the labels of namespaces make it refuse pods has to be looked at.`,
        )
      : fail(`${given.name} ${security.because}, and has no SecurityContextDeny.`)
  },
})
