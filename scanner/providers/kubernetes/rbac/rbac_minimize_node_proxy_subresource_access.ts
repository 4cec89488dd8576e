import { judgeBinding, withRoles } from './granting.ts'
import { proxiedVerbs } from './powers.ts'
import { check } from './resources.ts'

export default check({
  id: 'rbac_minimize_node_proxy_subresource_access',
  title: 'Nobody reaches kubelets through nodes/proxy',
  description:
    'Reads which ClusterRoleBindings allow the subresource proxy of nodes, by its name, as */proxy or by a wildcard.',
  risk: 'The API of a kubelet runs commands in every pod of its node, past audit logs and admission, and a WebSocket needs no more than the verb get for it.',
  decision:
    'Fails when the role of a ClusterRoleBinding allows get, create, update, patch or delete of nodes/proxy in the core group; being limited to nodes by name does not help. Passes when it allows none of them. The rule nodes/* matches no subresource. There is no verdict for a RoleBinding, which grants no resources of the whole cluster, for a binding without subjects, and for those that the control plane or kubeadm makes, in their original form. Direct access to kubelets and ways around by escalate, bind or impersonate are not looked at.',
  fix: {
    text: 'Take nodes/proxy out of the role; for metrics, statistics and logs allow nodes/metrics, nodes/stats and nodes/log instead.',
    console: [
      'Open the role of the binding, and find nodes/proxy, */proxy or a wildcard in its resources.',
      'Replace it with the subresources that the subject needs, such as nodes/metrics.',
      'Let the subject, often an agent for monitoring, ask for those addresses alone.',
    ],
    cli: 'kubectl create clusterrole <role> --verb=get --resource=nodes/metrics,nodes/stats',
    terraform: `resource "kubernetes_cluster_role_v1" "metrics" {
  metadata {
    name = "metrics"
  }

  rule {
    api_groups = [""]
    resources  = ["nodes/metrics", "nodes/stats"]
    verbs      = ["get"]
  }
}`,
  },
  source:
    'https://kubernetes.io/docs/concepts/security/rbac-good-practices/#access-to-proxy-subresource-of-nodes',
  links: ['https://kubernetes.io/docs/reference/access-authn-authz/kubelet-authn-authz/'],
  over: 'bindings',
  needs: ['subjects'],
  with: withRoles,
  judge: (binding, { joined: { roles } }) =>
    binding.kind === 'RoleBinding'
      ? []
      : judgeBinding(binding, roles, {
          general: 'use nodes/proxy',
          of: (rules) => {
            const verbs = proxiedVerbs(rules)
            return verbs.length > 0 ? `${verbs.join(', ')} nodes/proxy` : null
          },
        }),
})
