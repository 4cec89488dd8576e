import { judgeBinding, withRoles } from './granting.ts'
import { changedWebhooks } from './powers.ts'
import { check } from './resources.ts'

export default check({
  id: 'rbac_minimize_webhook_config_access',
  title: 'ClusterRoleBinding does not allow changes to admission webhook configurations',
  description:
    'Reads which ClusterRoleBindings allow changes to ValidatingWebhookConfigurations or MutatingWebhookConfigurations, which define where the API server sends objects before it stores them.',
  risk: 'An attacker’s webhook can receive every object, including Secrets, and change every pod at admission. Deleting a webhook disables the policies that it enforces.',
  decision:
    'Fails if the role of a ClusterRoleBinding allows create, update, patch, delete or deletecollection of validatingwebhookconfigurations or mutatingwebhookconfigurations in admissionregistration.k8s.io. With resourceNames, update, patch and delete also fail, because one changed configuration can request every object. create then requires patch of the same name in the same role, as for server-side apply. Passes if only reading or nothing is allowed. A RoleBinding, which cannot grant cluster-scoped resources, a binding without subjects, and the control plane’s bindings in their original form give no finding. Programs that renew the certificates of their webhook fail. Mute those that you trust. Admission policies and indirect access through escalate, bind or impersonate are not evaluated.',
  fix: {
    text: 'Keep only get, list and watch in the role, and install webhooks through the deployment of the cluster instead of its users.',
    console: [
      'Open the role of the binding, and find both resources or a wildcard in the group admissionregistration.k8s.io.',
      'Remove create, update, patch, delete and deletecollection from that rule.',
      'For a program that maintains its own webhook, list the name of its configuration in resourceNames.',
    ],
    cli: 'kubectl create clusterrole <role> --verb=get,list,watch --resource=validatingwebhookconfigurations,mutatingwebhookconfigurations',
    terraform: `resource "kubernetes_cluster_role_v1" "webhook_reader" {
  metadata {
    name = "webhook-reader"
  }

  rule {
    api_groups = ["admissionregistration.k8s.io"]
    resources  = ["validatingwebhookconfigurations", "mutatingwebhookconfigurations"]
    verbs      = ["get", "list", "watch"]
  }
}`,
  },
  source:
    'https://kubernetes.io/docs/concepts/security/rbac-good-practices/#control-admission-webhooks',
  links: [
    'https://kubernetes.io/docs/reference/access-authn-authz/extensible-admission-controllers/',
  ],
  over: 'bindings',
  needs: ['subjects'],
  with: withRoles,
  judge: (binding, { joined: { roles } }) =>
    binding.kind === 'RoleBinding'
      ? []
      : judgeBinding(binding, roles, {
          general: 'change configurations of admission webhooks',
          of: (rules) => {
            const changes = changedWebhooks(rules)
            const texts = changes.map(({ resource, verbs }) => `${resource} (${verbs.join(', ')})`)
            return texts.length > 0 ? `change ${texts.join(' and ')}` : null
          },
        }),
})
