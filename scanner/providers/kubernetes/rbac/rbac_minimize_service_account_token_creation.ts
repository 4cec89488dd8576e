import { judgeBinding, withRoles } from './granting.ts'
import { tokensFor } from './powers.ts'
import { check } from './resources.ts'
import { namesText } from './subjects.ts'

export default check({
  id: 'rbac_minimize_service_account_token_creation',
  title: 'Nobody creates tokens of ServiceAccounts',
  description:
    'Reads which bindings, of the cluster or of a namespace, allow create of serviceaccounts/token: a token that signs its holder in as that ServiceAccount.',
  risk: 'Whoever creates the token of a more powerful ServiceAccount has its permissions, on any computer, and in the audit log the calls are that account’s.',
  decision:
    'Fails when the role of a ClusterRoleBinding or RoleBinding allows create of serviceaccounts/token in the core group, by its name, as */token or by a wildcard. With resourceNames it fails too, and the finding names the ServiceAccounts: what these may do is not looked at. Passes when it is not allowed. There is no verdict for a binding without subjects, and for the control plane’s own in their original form. Kubelets get their tokens from the node authorizer, not from a binding. Secrets that hold tokens, pods that mount them, and ways around by escalate, bind or impersonate are not looked at.',
  fix: {
    text: 'Remove serviceaccounts/token from the role; where a program must have tokens, name the ServiceAccounts in a Role of their namespace.',
    console: [
      'Open the role of the binding, and take serviceaccounts/token or the wildcard out of its resources.',
      'Let pods have their tokens by a projected volume, which the kubelet fills and renews.',
      'Where a program that is no pod needs a token, give it a Role with that ServiceAccount in resourceNames, and mute the finding for it.',
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
