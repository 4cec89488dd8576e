import { groupIngress } from './group-ingress.ts'

export default groupIngress({
  id: 'ec2_securitygroup_allow_ingress_from_internet_to_tcp_port_elasticsearch_kibana_9200_9300_5601',
  what: 'Elasticsearch and Kibana',
  ports: { tcp: [9200, 9300, 5601] },
  risk: 'Search clusters behind such a rule are found by scanners within hours, and many answer without a password.',
})
