import { judgeBinding, withRoles } from './granting.ts'
import { proxiedVerbs } from './powers.ts'
import { check } from './resources.ts'

export default check({
  id: 'rbac_minimize_node_proxy_subresource_access',
  title: 'ClusterRoleBinding does not grant access to nodes/proxy',
  description:
    'Reads which ClusterRoleBindings allow the proxy subresource of nodes, by name, as */proxy or with a wildcard.',
  risk: 'The kubelet API can run commands in every pod of its node, and bypasses audit logs and admission. A WebSocket connection needs only the verb get.',
  decision:
    'Fails if the role of a ClusterRoleBinding allows get, create, update, patch or delete of nodes/proxy in the core group, even if it is limited to named nodes. Passes if it allows none of them. The rule nodes/* matches no subresource. A RoleBinding, which cannot grant cluster-scoped resources, a binding without subjects, and the bindings of the control plane or kubeadm in their original form give no finding. Direct access to kubelets and indirect access through escalate, bind or impersonate are not evaluated.',
  fix: {
    text: 'Remove nodes/proxy from the role. For metrics, statistics and logs, allow nodes/metrics, nodes/stats and nodes/log instead.',
    console: [
      'Open the role of the binding, and find nodes/proxy, */proxy or a wildcard in its resources.',
      'Replace it with the subresources that the subject needs, such as nodes/metrics.',
      'Configure the subject, often a monitoring agent, to request only those endpoints.',
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
