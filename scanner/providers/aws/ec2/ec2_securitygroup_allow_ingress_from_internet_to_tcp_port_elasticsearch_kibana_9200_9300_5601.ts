import { groupIngress } from './group-ingress.ts'

export default groupIngress({
  id: 'ec2_securitygroup_allow_ingress_from_internet_to_tcp_port_elasticsearch_kibana_9200_9300_5601',
  what: 'Elasticsearch and Kibana',
  ports: { tcp: [9200, 9300, 5601] },
  risk: 'Scanners find search clusters exposed by such a rule within hours, and many clusters respond without a password.',
})
