/**
 * How sso's pages say in each of their languages that a client is part of the service, or of the installation: no
 * name of a client holds them, since a name stands beside what the page says itself. Source: contract part 2 "Clients".
 */
export const ownWords: readonly string[] = [
  'part of this service',
  'Teil dieses Dienstes',
  'partie de ce service',
  'parte de este servicio',
  'parte deste serviço',
  'часть этого сервиса',
  'このサービスの一部',
  '本服务的一部分',
  'this installation',
  'dieser Installation',
  'cette installation',
  'esta instalación',
  'desta instalação',
  'этой системы',
  'このシステムの一部',
  '本系统的一部分',
];
