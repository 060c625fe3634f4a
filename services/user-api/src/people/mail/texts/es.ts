import type { Texts } from './en.ts';

export const es: Texts = {
  tag: 'es',
  quotes: ['«', '»'],
  asked: {
    sign_up: {
      subject: 'Termina tu registro',
      what: 'Alguien, seguramente tú, quiere crear una cuenta con esta dirección. Sigue el enlace para continuar.',
      button: 'Crear mi cuenta',
      ifNotYou: 'Si no fuiste tú, no hagas nada: sin el enlace no se crea ninguna cuenta.',
    },
    confirm: {
      subject: 'Confirma tu dirección',
      what: 'Alguien, seguramente tú, indicó esta dirección para una cuenta. Sigue el enlace para confirmar que es tuya.',
      button: 'Confirmar mi dirección',
      ifNotYou: 'Si no fuiste tú, no hagas nada: la dirección queda sin confirmar.',
    },
    already_account: {
      subject: 'Ya tienes una cuenta',
      what: 'Alguien, seguramente tú, quiso registrarse con esta dirección. Ya tiene una cuenta. Puedes iniciar sesión o elegir una contraseña nueva aquí: {reset}',
      button: 'Iniciar sesión',
      ifNotYou: 'Si no fuiste tú, no hagas nada: no ha cambiado nada.',
    },
    invitation: {
      subject: 'Te invitan a una organización',
      what: 'Te invitan a unirte a una organización. {name} en {host} es el servicio con el que las personas inician sesión y conectan sus dispositivos.',
      button: 'Ver la invitación',
      ifNotYou: 'Si no conoces a quien te invita, no hagas nada: la invitación termina por sí sola.',
    },
    invitation_account: {
      subject: 'Te invitan a crear una cuenta',
      what: 'Te invitan a crear una cuenta. {name} en {host} es el servicio con el que las personas inician sesión y conectan sus dispositivos.',
      button: 'Ver la invitación',
      ifNotYou: 'Si no conoces a quien te invita, no hagas nada: la invitación termina por sí sola.',
    },
    reset: {
      subject: 'Elige una contraseña nueva',
      what: 'Alguien, seguramente tú, pidió una contraseña nueva para tu cuenta.',
      button: 'Elegir una contraseña nueva',
      ifNotYou: 'Si no fuiste tú, no hagas nada: tu contraseña sigue igual.',
    },
    ask_operator: {
      subject: 'Tu contraseña no se puede restablecer por correo',
      what: 'Alguien, seguramente tú, pidió una contraseña nueva para tu cuenta. Es la cuenta de un operador y no tiene código de un solo uso, así que ningún correo puede restablecerla. Pídelo a otro operador o usa el comando «latchkey-user-api operators reset».',
      button: null,
      ifNotYou: 'Si no fuiste tú, no hagas nada: tu contraseña sigue igual.',
    },
    email_taken: {
      subject: 'Esta dirección ya tiene una cuenta',
      what: 'Alguien, probablemente usted, quiso usar esta dirección para otra cuenta. Ya tiene una cuenta, así que nada ha cambiado.',
      button: null,
      ifNotYou: 'Si no fue usted, no haga nada: nada ha cambiado.',
    },
    email_changed: {
      subject: 'Se cambió la dirección de su cuenta',
      what: 'Su cuenta tiene ahora otra dirección de correo. Si no fue usted, siga el enlace: restablece esta dirección y pone fin a su contraseña y a todas las sesiones.',
      button: 'Restablecer mi dirección',
      ifNotYou: 'Si la cambió usted, no haga nada.',
    },
  },
  invitedTo: 'Te invitan a unirte a {org}',
  copyAddress: 'O copia esta dirección:',
  notices: {
    password_changed: {
      subject: 'Tu contraseña ha cambiado',
      what: 'Se cambió la contraseña de tu cuenta.',
    },
    codes_on: {
      subject: 'Los códigos de un solo uso están activados',
      what: 'Se activaron los códigos de un solo uso de tu cuenta. A partir de ahora, un inicio de sesión pide uno.',
    },
    codes_off: {
      subject: 'Los códigos de un solo uso están desactivados',
      what: 'Se desactivaron los códigos de un solo uso de tu cuenta. Un inicio de sesión pide ahora solo tu contraseña.',
    },
    recovery_used: {
      subject: 'Se usó un código de recuperación',
      what: 'Se usó uno de los códigos de recuperación de tu cuenta en lugar de un código de un solo uso. Ya no se puede usar otra vez.',
    },
    recovery_replaced: {
      subject: 'Tus códigos de recuperación han cambiado',
      what: 'Tu cuenta recibió códigos de recuperación nuevos. Los anteriores ya no funcionan.',
    },
    passkey_added: {
      subject: 'Se añadió una llave de acceso',
      what: 'Se añadió una llave de acceso a tu cuenta. Con ella se inicia sesión sin la contraseña y sin código de un solo uso.',
    },
    passkey_removed: {
      subject: 'Se eliminó una llave de acceso',
      what: 'Se eliminó una llave de acceso de tu cuenta. Las sesiones que se iniciaron antes con ella siguen abiertas.',
    },
    passkey_refused: {
      subject: 'Puede que se haya copiado una llave de acceso',
      what: 'Se rechazó un inicio de sesión con una llave de acceso de tu cuenta, porque parece que existe una copia de ella. La llave sigue funcionando: si no conoces el motivo, elimínala.',
    },
    passkeys_ended: {
      subject: 'Se eliminaron todas las llaves de acceso',
      what: 'Se eliminaron todas las llaves de acceso de tu cuenta. Ninguna de ellas sirve ya para iniciar sesión.',
    },
    locked: {
      subject: 'Demasiadas contraseñas incorrectas',
      what: 'Se introdujeron demasiadas contraseñas incorrectas en tu cuenta. Por ahora solo puedes iniciar sesión desde navegadores y dispositivos que ya has usado.',
    },
    deleted: {
      subject: 'Tu cuenta se ha eliminado',
      what: 'Tu cuenta se eliminó. Todas sus sesiones, dispositivos y aplicaciones han terminado.',
    },
    password_reset: {
      subject: 'Un operador restableció tu contraseña',
      what: 'Un operador dio a tu cuenta una contraseña temporal. Todas tus sesiones han terminado.',
    },
    codes_reset: {
      subject: 'Un operador desactivó tus códigos de un solo uso',
      what: 'Un operador desactivó los códigos de un solo uso de tu cuenta. Un inicio de sesión pide ahora solo tu contraseña.',
    },
    passkeys_reset: {
      subject: 'Un operador eliminó tus llaves de acceso',
      what: 'Un operador eliminó todas las llaves de acceso de tu cuenta. Ninguna de ellas sirve ya para iniciar sesión.',
    },
    device: {
      subject: 'Un dispositivo obtuvo acceso a tu cuenta',
      what: 'Un dispositivo o una aplicación obtuvo acceso a tu cuenta con algo nuevo: la aplicación, el nombre del dispositivo o su red.',
    },
    number_wrong: {
      subject: 'Un número incorrecto impidió el acceso de un dispositivo',
      what: 'Un dispositivo iba a obtener acceso a tu cuenta y se escribió en él dos veces un número incorrecto. No obtuvo acceso. Si no lo iniciaste tú, otra persona te envió su código.',
    },
    app: {
      subject: 'Iniciaste sesión en una aplicación',
      what: 'Iniciaste sesión en una aplicación con tu cuenta, con algo nuevo: la aplicación o la red de tu navegador.',
    },
    admin_granted: {
      subject: 'Una aplicación obtuvo los permisos de un operador',
      what: 'Una aplicación obtuvo en tu nombre los permisos de un operador.',
    },
    drop_filled: {
      subject: 'Ya está el secreto que pediste',
      what: 'Alguien ha introducido un secreto que pediste. Solo tú puedes abrirlo, una vez, con la clave de tu enlace.',
    },
    drop_taken: {
      subject: 'Se abrió uno de tus secretos',
      what: 'Se abrió un secreto que entregaste o pediste. Nadie puede volver a abrirlo.',
    },
    drop_closed: {
      subject: 'Claves incorrectas para uno de tus secretos',
      what: 'Se probaron demasiadas claves incorrectas en uno de tus secretos. Ninguna lo abrió, y quien las probó debe esperar.',
    },
    signal_off: {
      subject: 'Las señales están desactivadas',
      what: 'Las señales de una suscripción que usted creó están desactivadas: durante tres días su dirección no respondió o solo devolvió errores, o indicó que ya no existe.',
    },
    digest: {
      subject: 'Muchos avisos de seguridad',
      what: 'En una hora pasó en tu cuenta más de lo que comunican correos sueltos. Otros avisos: {count}. Los ves todos en «Actividad».',
    },
  },
  labels: {
    app: 'Aplicación',
    device: 'Dispositivo, según su propio nombre',
    deviceFrom: 'Dirección del dispositivo',
    from: 'Desde',
    when: 'Cuándo',
    org: 'Organización',
    role: 'Rol',
    inviter: 'Te invita',
    newAddress: 'Dirección nueva',
    label: 'Etiqueta',
    dropKind: 'Tipo',
  },
  roles: { owner: 'propietario', admin: 'administrador', member: 'miembro' },
  linkLife: {
    sign_up: 'El enlace sirve una sola vez, durante 24 horas.',
    confirm: 'El enlace sirve una sola vez, durante 24 horas.',
    reset: 'El enlace sirve una sola vez, durante 30 minutos.',
    invitation: 'El enlace sirve una sola vez, durante 7 días.',
    restore: 'El enlace sirve una sola vez, durante 24 horas.',
  },
  seeAccount: 'Ver mi cuenta',
  ifNotYou: {
    signal:
      'Compruebe qué responde en esa dirección y vuelva a activarlas con el comando «latchkey signals on». Lo que espera se enviará entonces.',
    drop: 'Si no lo esperabas, revisa tus secretos: {account}\nSi otra persona puede conocer un secreto, cámbialo donde se usa.',
    changed:
      'Si no fuiste tú, elige ahora una contraseña nueva: {reset}\nTermina lo que no conozcas: {account}',
    device:
      'Si no fuiste tú, termina ahora su acceso: {account}\nDespués elige una contraseña nueva: {reset}',
    operator: 'Si no lo pediste, pregunta a un operador que conozcas.',
    deleted: 'Si no fuiste tú, avisa ahora a un operador de esta instalación.',
  },
  footer: '{name} en {host} envió este correo automáticamente. Nadie lee las respuestas.',
};
