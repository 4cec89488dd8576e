import { fail, manual, pass } from '../../../kit/index.ts'
import { inManifest } from '../control-plane.ts'
import { modeFlags, modesOf } from './authorization.ts'
import { check } from './resources.ts'

export default check({
  id: 'apiserver_anonymous_requests',
  title: 'API server turns anonymous requests away',
  description:
    'Reads --anonymous-auth and --authentication-config: whether requests without credentials are let through to authorization as system:anonymous.',
  risk: 'One binding to system:anonymous or system:unauthenticated, made by mistake, opens the API to everyone who reaches it, and flaws before authorization need no account.',
  decision:
    'Passes when --anonymous-auth is false, or when AlwaysAllow is the mode of authorization, with which anonymous requests are refused anyway. Fails when the flag is true or not given, as true is the default. A file in --authentication-config may allow anonymous requests for some paths alone; the API does not show it, so it is left to people.',
  fix: {
    text: 'Allow anonymous requests for the paths of health checks alone, by --authentication-config. With --anonymous-auth=false the probes of kubeadm’s API server fail, as they show no credentials, and the kubelet starts it again and again, unless the probes are given credentials.',
    ...inManifest(
      'kube-apiserver',
      'Write an AuthenticationConfiguration with anonymous.enabled: true and conditions for the paths /livez, /readyz and /healthz alone. Kubernetes can do so from 1.32 on.',
      'Mount the file into the pod by a hostPath volume, name it in --authentication-config, and remove --anonymous-auth, which excludes it. Flags that begin with --oidc- exclude it too: put what they say into the file, as an entry of jwt.',
      'While nodes join with a token of kubeadm, also allow the path of the ConfigMap cluster-info in kube-public, which they read without credentials.',
    ),
  },
  source: 'https://kubernetes.io/docs/reference/access-authn-authz/authentication/',
  links: ['https://kubernetes.io/docs/reference/command-line-tools-reference/kube-apiserver/'],
  over: 'servers',
  needs: ['anonymous_auth', 'authentication_config', ...modeFlags],
  judge: ({ name, anonymous_auth: anonymous, authentication_config: file, ...given }) => {
    if (anonymous === false) return pass(`${name} is started with --anonymous-auth=false.`)
    if (anonymous === null && file !== null)
      return manual(
        `${name} takes its rules for anonymous requests from ${file}, which the API does not show.`,
      )
    const modes = modesOf(given)
    if (Array.isArray(modes) && modes.includes('AlwaysAllow'))
      return pass(`${name} refuses anonymous requests, as its authorization is AlwaysAllow.`)
    return fail(
      anonymous === null
        ? `${name} lets anonymous requests through: --anonymous-auth is not set, and true by default.`
        : `${name} lets anonymous requests through: it is started with --anonymous-auth=true.`,
    )
  },
})
