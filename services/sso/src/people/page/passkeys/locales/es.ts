import type { PasskeyMessages } from './en.ts';

export const es: PasskeyMessages = {
  signIn: 'Usar una llave de acceso',
  notUsed: 'No se ha usado ninguna llave de acceso. Inténtalo de nuevo o inicia sesión con tu contraseña.',
  lead: 'Con una llave de acceso inicias sesión sin contraseña y sin código de un solo uso: con tu huella, tu cara o el bloqueo de tu dispositivo.',
  none: 'No tienes llaves de acceso.',
  count: (count) => (count === 0 ? 'ninguna' : String(count)),
  synced: 'Copiada en tus otros dispositivos',
  bound: 'Solo en su dispositivo',
  unusable: 'Creada para otra dirección de este servicio; aquí no funciona',
  added: 'Añadida',
  lastUsed: 'Último uso',
  neverUsed: 'todavía no',
  remove: 'Eliminar',
  addHeading: 'Añadir una llave de acceso',
  begin: 'Continuar',
  name: 'Nombre de la llave de acceso',
  nameHint: 'Con el que la reconocerás, por ejemplo «Mi teléfono».',
  create: 'Crear la llave de acceso',
  createLead: 'Ahora tu navegador te pregunta dónde guardar la llave de acceso y cómo desbloquearla.',
  notCreated: 'No se ha creado ninguna llave de acceso. Inténtalo de nuevo.',
  full: 'Tienes 20 llaves de acceso y no puede haber más. Elimina una antes de añadir otra.',
  off: 'Esta instalación no tiene llaves de acceso, porque su dirección es un número.',
  operatorReset:
    'Un operador añade la primera llave de acceso en la hora siguiente a cambiar una contraseña provisional. Pide una a quien administra esta instalación (latchkey-user-api operators reset).',
  endLead: 'Llaves de acceso de tu cuenta',
  end: 'Eliminar estas llaves de acceso',
  endHint: 'Desmarca la casilla solo si conoces cada una de ellas y no has perdido ninguna.',
  notices: {
    passkey_added: 'La llave de acceso está añadida. Desde ahora puedes iniciar sesión con ella.',
    passkey_removed:
      'La llave de acceso está eliminada y ya nadie puede iniciar sesión con ella. Bórrala también de tu dispositivo.',
  },
  problems: {
    passkey_refused: 'No se ha podido añadir esta llave de acceso. Empieza de nuevo.',
    passkey_full: 'Algo cambió al mismo tiempo, o ya tienes esta llave de acceso. Mira la lista.',
    passkey_needed:
      'Para esto tu cuenta necesita una llave de acceso. Cierra la sesión, iníciala con una llave de acceso y vuelve antes de cinco minutos.',
  },
  events: {
    passkey_added: 'Llave de acceso añadida',
    passkey_removed: 'Llave de acceso eliminada',
    passkey_clone: 'Se rechazó un inicio de sesión con una llave de acceso copiada',
    passkeys_ended: 'Todas las llaves de acceso eliminadas',
  },
};
