import { exposedPort } from './exposed-port.ts'

export default exposedPort({
  id: 'ec2_instance_port_elasticsearch_kibana_exposed_to_internet',
  what: 'Elasticsearch and Kibana',
  ports: { tcp: [9200, 9300, 5601] },
  risk: 'Open Elasticsearch clusters are found within hours, copied, wiped and held to ransom; Kibana gives the same data a comfortable page.',
})
