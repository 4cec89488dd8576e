import { fail, manual, pass } from '../../../kit/index.ts'
import { inManifest } from '../control-plane.ts'
import { modeFlags, modesOf } from './authorization.ts'
import { check } from './resources.ts'

export default check({
  id: 'apiserver_anonymous_requests',
  title: 'API server rejects anonymous requests',
  description:
    'Reads --anonymous-auth and --authentication-config, which control whether requests without credentials reach authorization as system:anonymous.',
  risk: 'One mistaken binding to system:anonymous or system:unauthenticated opens the API to everyone who can reach it. Vulnerabilities before authorization can be exploited without an account.',
  decision:
    'Passes if --anonymous-auth is false, or if the authorization mode is AlwaysAllow, with which anonymous requests are rejected anyway. Fails if the flag is true or not set, because the default is true. MANUAL if --authentication-config names a file, because it can allow anonymous requests for some paths only and the API does not show it.',
  fix: {
    text: 'Use --authentication-config to allow anonymous requests only for health check paths. With --anonymous-auth=false, the probes of a kubeadm API server fail because they send no credentials, and the kubelet restarts it repeatedly, unless you give the probes credentials.',
    ...inManifest(
      'kube-apiserver',
      'Write an AuthenticationConfiguration with anonymous.enabled: true and conditions for only the paths /livez, /readyz and /healthz. This requires Kubernetes 1.32 or later.',
      'Mount the file into the pod with a hostPath volume, set --authentication-config to its path, and remove --anonymous-auth, which cannot be combined with it. Flags that begin with --oidc- cannot be combined with it either. Move their values to a jwt entry in the file.',
      'While nodes join with a kubeadm token, also allow the path of the ConfigMap cluster-info in kube-public, which they read without credentials.',
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
        `${name} reads its rules for anonymous requests from ${file}, which the API does not show.`,
      )
    const modes = modesOf(given)
    if (Array.isArray(modes) && modes.includes('AlwaysAllow'))
      return pass(
        `${name} rejects anonymous requests because its authorization mode is AlwaysAllow.`,
      )
    return fail(
      anonymous === null
        ? `${name} accepts anonymous requests: --anonymous-auth is not set and is true by default.`
        : `${name} accepts anonymous requests: it is started with --anonymous-auth=true.`,
    )
  },
})
