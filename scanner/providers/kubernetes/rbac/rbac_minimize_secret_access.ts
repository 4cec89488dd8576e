import { judgeRole, withBindings } from './granting.ts'
import { readSecrets } from './powers.ts'
import { check } from './resources.ts'
import { namesText } from './subjects.ts'

export default check({
  id: 'rbac_minimize_secret_access',
  title: 'No role reads all Secrets',
  description:
    'Reads which ClusterRoles and Roles allow get, list or watch of Secrets that they do not name, and whom bindings give them to.',
  risk: 'Secrets hold the passwords of databases, registry logins and tokens; listing them shows their contents, so one such role opens whatever they protect.',
  decision:
    'Fails when a role allows get, list or watch of secrets in the core group without naming them, be it by a wildcard, and a binding gives it to somebody: by a ClusterRoleBinding of the whole cluster, by a RoleBinding of its namespace. Passes when it allows none of them, only Secrets by resourceNames, or when no binding with a subject names the role. There is no verdict where all its bindings are the control plane’s own: name, role and subjects as the API server or kubeadm makes them, and rules within those. The answers to update, patch and deletecollection show Secrets too, and pods mount them: those verbs, the creation of pods, and ways around by escalate, bind or impersonate are not looked at.',
  fix: {
    text: 'Name the Secrets that are needed in resourceNames of a Role in their namespace, and bind that instead.',
    console: [
      'Look up who is bound to the role, and which Secrets they need.',
      'Make a Role in the namespace of those Secrets with the verb get, and put their names into resourceNames.',
      'Bind the subjects to it, and take secrets or the wildcard out of the first role.',
    ],
    cli: 'kubectl create role <role> --namespace=<namespace> --verb=get --resource=secrets --resource-name=<secret>',
    terraform: `resource "kubernetes_role_v1" "database_password" {
  metadata {
    name      = "database-password"
    namespace = "shop"
  }

  rule {
    api_groups     = [""]
    resources      = ["secrets"]
    resource_names = ["database-password"]
    verbs          = ["get"]
  }
}`,
  },
  source: 'https://kubernetes.io/docs/concepts/security/rbac-good-practices/#listing-secrets',
  links: ['https://kubernetes.io/docs/concepts/security/secrets-good-practices/'],
  over: 'roles',
  needs: ['rules'],
  with: withBindings,
  judge: (role, { joined: { bindings } }) => {
    const named = readSecrets(role.rules)
    const others = named !== 'every' && named.size > 0 ? ` other than ${namesText(named)}` : ''
    return judgeRole(role, bindings, {
      general: `read Secrets${others}`,
      of: () => (named === 'every' ? 'read Secrets that it does not name' : null),
    })
  },
})
