import { judgeBinding, withRoles } from './granting.ts'
import { tokensFor } from './powers.ts'
import { check } from './resources.ts'
import { namesText } from './subjects.ts'

export default check({
  id: 'rbac_minimize_service_account_token_creation',
  title: 'Binding does not allow the creation of ServiceAccount tokens',
  description:
    'Reads which bindings, of the cluster or a namespace, allow create of serviceaccounts/token, which creates a token that authenticates as that ServiceAccount.',
  risk: 'A subject that creates the token of a more powerful ServiceAccount gets its permissions on any computer, and the audit log shows only the ServiceAccount.',
  decision:
    'Fails if the role of a ClusterRoleBinding or RoleBinding allows create of serviceaccounts/token in the core group, by name, as */token or with a wildcard. With resourceNames it also fails, and the finding names the ServiceAccounts, whose permissions are not evaluated. Passes if it is not allowed. A binding without subjects and the control plane’s bindings in their original form give no finding. Kubelets get their tokens from the Node authorizer, not from a binding. Secrets that contain tokens, pods that mount them, and indirect access through escalate, bind or impersonate are not evaluated.',
  fix: {
    text: 'Remove serviceaccounts/token from the role. If a program needs tokens, list the ServiceAccounts in a Role of their namespace.',
    console: [
      'Open the role of the binding, and remove serviceaccounts/token or the wildcard from its resources.',
      'Use a projected volume for tokens in pods, which the kubelet creates and renews.',
      'If a program outside a pod needs a token, give it a Role with that ServiceAccount in resourceNames, and mute the finding for it.',
    ],
    cli: 'kubectl create role <role> --namespace=<namespace> --verb=create --resource=serviceaccounts/token --resource-name=<account>',
    terraform: `resource "kubernetes_role_v1" "deployer_token" {
  metadata {
    name      = "deployer-token"
    namespace = "shop"
  }

  rule {
    api_groups     = [""]
    resources      = ["serviceaccounts/token"]
    resource_names = ["deployer"]
    verbs          = ["create"]
  }
}`,
  },
  source: 'https://kubernetes.io/docs/concepts/security/rbac-good-practices/#token-request',
  links: [
    'https://kubernetes.io/docs/reference/kubernetes-api/authentication-resources/token-request-v1/',
  ],
  over: 'bindings',
  needs: ['subjects'],
  with: withRoles,
  judge: (binding, { joined: { roles } }) =>
    judgeBinding(binding, roles, {
      general: 'create tokens of ServiceAccounts',
      of: (rules) => {
        const accounts = tokensFor(rules)
        if (accounts === 'every') return 'create tokens of every ServiceAccount'
        return accounts.size > 0
          ? `create tokens of ServiceAccounts with the name ${namesText(accounts)}`
          : null
      },
    }),
})
