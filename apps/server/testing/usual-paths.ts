// Two hundred paths that scanners ask of every server: consoles, settings, histories, copies, other families' doors.
const words = `
/actuator /actuator/env /actuator/health /actuator/heapdump /actuator/beans /actuator/mappings /actuator/gateway/routes
/actuator/loggers /actuator/httptrace /actuator/prometheus /jolokia /jolokia/list /druid /druid/index.html /druid/login.html
/druid/sql.html /swagger /swagger-ui /swagger-ui.html /swagger-ui/index.html /swagger-resources /swagger.json /swagger.yaml
/v2/api-docs /v3/api-docs /api-docs /api/docs /doc.html /docs /redoc /openapi /openapi.yaml /openapi.yml /graphql /graphiql
/playground /.git /.git/HEAD /.git/config /.git/index /.gitignore /.svn/entries /.hg/store /.bzr/README /.env /.env.local
/.env.production /.env.bak /env /env.js /config /config.php /config.yml /config.yaml /config.json.bak /configuration.php
/settings.py /application.yml /application.properties /bootstrap.yml /web.xml /WEB-INF/web.xml /META-INF/MANIFEST.MF
/.DS_Store /.htaccess /.htpasswd /.ssh/id_rsa /.aws/credentials /.docker/config.json /.kube/config /.npmrc /.vscode/sftp.json
/.idea/workspace.xml /.bash_history /id_rsa /server.key /private.pem /cert.pem /package.json /package-lock.json /yarn.lock
/composer.json /composer.lock /Gemfile /requirements.txt /Dockerfile /docker-compose.yml /Makefile /Jenkinsfile /.gitlab-ci.yml
/.github/workflows/ci.yml /backup /backup.zip /backup.sql /backup.tar.gz /db.sql /dump.sql /database.sql /data.sql /www.zip
/site.tar.gz /old /test /test.php /tmp /temp /upload /uploads /files /logs /log /error.log /access.log /debug /debug/pprof
/debug/vars /trace /threaddump /heapdump /dump /metrics/prometheus /prometheus /stats /status /server-status /server-info
/health /healthcheck /ping /info /version /version.txt /phpinfo.php /info.php /phpmyadmin /phpMyAdmin/index.php /pma /adminer
/adminer.php /mysql /wp-login.php /wp-admin /wp-config.php /xmlrpc.php /wordpress /joomla /drupal /typo3 /magento /console
/h2-console /manager/html /host-manager/html /jenkins /script /hudson /solr /solr/admin /nacos /nacos/v1/auth/users /consul
/eureka /eureka/apps /zipkin /kibana /app/kibana /grafana /_cat/indices /_search /elasticsearch /sentinel /xxl-job-admin
/seata /apollo /rabbitmq /activemq /admin /admin.php /admin/login /administrator /manage /management /system /sysadmin
/superadmin /root /shell /cmd /cgi-bin /cgi-bin/test.cgi /bin/sh /etc/passwd /boaform/admin/formLogin /HNAP1 /setup.cgi
/vendor/phpunit/phpunit/src/Util/PHP/eval-stdin.php /autodiscover/autodiscover.xml /owa /ecp /remote/login /vpn /struts
/invoker/JMXInvokerServlet /ws /websocket /socket.io /sockjs-node /__webpack_hmr /@vite/client /src/main.tsx /node_modules
/static /assets /public /private /secret /secrets.json /database.json /postgres /postgres.log /run /data /simulator
/auth/token /oauth/token /oauth2/token /oauth/check_token /signin /user /users /api /api/v1 /api/users
/gen/table /code/generator /job/sys-job /captcha /dev /profile /common/download /tool/gen /monitor/online
`;

/** Two hundred of them, none of which is ours. */
export const usualPaths = words.trim().split(/\s+/).slice(0, 260);
