import { judgeBinding, withRoles } from './granting.ts'
import { changedWebhooks } from './powers.ts'
import { check } from './resources.ts'

export default check({
  id: 'rbac_minimize_webhook_config_access',
  title: 'Nobody changes the configurations of admission webhooks',
  description:
    'Reads which ClusterRoleBindings allow changes to ValidatingWebhookConfigurations or MutatingWebhookConfigurations, which say what the API server sends where before it stores an object.',
  risk: 'A webhook of an attacker is sent every object that it asks for, Secrets too, and may rewrite each pod on its way in; deleting a webhook switches off the policies that it enforces.',
  decision:
    'Fails when the role of a ClusterRoleBinding allows create, update, patch, delete or deletecollection of validatingwebhookconfigurations or mutatingwebhookconfigurations in admissionregistration.k8s.io. With resourceNames update, patch and delete fail too, since one changed configuration can ask for everything; create then needs patch of the same name in the same role, as server-side apply does. Passes when only reading is allowed, or nothing. There is no verdict for a RoleBinding, which grants no resources of the whole cluster, without subjects, and for the control plane’s own in their original form. Programs that renew the certificates of their webhook fail: mute those you trust. Admission policies, and ways around by escalate, bind or impersonate, are not looked at.',
  fix: {
    text: 'Leave get, list and watch in the role, and let the deployment of the cluster, not its users, install webhooks.',
    console: [
      'Open the role of the binding, and find both resources or a wildcard in the group admissionregistration.k8s.io.',
      'Take create, update, patch, delete and deletecollection out of that rule.',
      'For a program that maintains its own webhook, put the name of its configuration into resourceNames.',
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
